/** PostgreSQL stores the text byte for byte: it has no NUL and no lone surrogate. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

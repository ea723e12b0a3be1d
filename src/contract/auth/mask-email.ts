/** "r•••@exemplo.com.br": recognizable for its owner, and not revealed to others. */
export const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/u, '$1•••')

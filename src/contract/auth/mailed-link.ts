/** Separate from errors.ts, because few pages need this text in their bundle. */
export const invalidLink = 'Link inválido ou expirado.'

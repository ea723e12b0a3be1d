/** Of a link that came by mail, whether its form or its use is refused. Apart from the errors, which few screens need. */
export const invalidLink = 'Link inválido ou expirado.'

/** Texts that imports, captures and quick leads may leave empty. */
export const optionalTexts = ['nome', 'negocio', 'telefone', 'email', 'descricaoServico'] as const
export type OptionalTexts = Record<(typeof optionalTexts)[number], string>

/** Whether the lead lacks a text that a new one must have. */
export const isIncompleteLead = (lead: OptionalTexts): boolean => optionalTexts.some(field => lead[field] === '')

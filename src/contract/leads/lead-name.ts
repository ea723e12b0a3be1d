import type { Lead } from './leads.ts'

/** Imported leads may lack a name. */
export const leadName = ({ nome, negocio }: Pick<Lead, 'nome' | 'negocio'>): string => nome || negocio || 'Sem nome'

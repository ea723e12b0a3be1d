import { normalizeForSearch } from '#contract/values/text.ts'

/** "E-mail do Cliente" → "e mail do cliente". */
export const foldFieldName = (name: string): string =>
  normalizeForSearch(name)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** What spreadsheets and other systems call the texts of a lead, folded. */
export const leadFieldNames = {
  nome: [
    'nome',
    'cliente',
    'contato',
    'lead',
    'name',
    'nome completo',
    'nome do cliente',
    'nome do contato',
    'full name',
    'customer',
    'responsavel',
  ],
  negocio: [
    'negocio',
    'empresa',
    'nicho',
    'segmento',
    'ramo',
    'company',
    'business',
    'razao social',
    'nome da empresa',
    'nome fantasia',
    'industry',
  ],
  telefone: [
    'telefone',
    'fone',
    'tel',
    'celular',
    'whatsapp',
    'whats',
    'phone',
    'mobile',
    'numero',
    'telefone celular',
    'phone number',
    'contato telefone',
  ],
  email: ['email', 'e mail', 'mail', 'correio eletronico', 'e mail do cliente'],
  descricaoServico: [
    'descricao do servico',
    'descricao',
    'servico',
    'observacao',
    'observacoes',
    'obs',
    'notas',
    'description',
    'notes',
    'interesse',
    'produto',
    'comentarios',
  ],
} as const satisfies Record<string, readonly string[]>

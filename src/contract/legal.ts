/** Date from which the terms and the privacy policy are valid. Change it with their texts. */
export const legalTextsDate = '2026-11-28'

export interface Operator {
  companyName: string | undefined
  companyCnpj: string | undefined
  companyAddress: string | undefined
}

/** Stands in for the company until the operator sets it. */
export const unknownOperator = 'quem administra este site (razão social ainda não informada)'
export const unknownContact = 'quem administra este site (e-mail ainda não informado)'

/** "Exemplo Ltda., CNPJ 12.345.678/0001-90, Rua A, 1, São Paulo" */
export const describeOperator = ({ companyName, companyCnpj, companyAddress }: Operator): string =>
  companyName === undefined
    ? unknownOperator
    : [companyName, companyCnpj && `CNPJ ${companyCnpj}`, companyAddress].filter(Boolean).join(', ')

import type { CaptureForm, CaptureFormBody } from '#contract/capture/capture.ts'
import {
  type CaptureField,
  captureFields,
  type Distribution,
  distributionLabels,
} from '#contract/capture/capture-fields.ts'

export const askedLabels = { required: 'Obrigatório', optional: 'Opcional', no: 'Não pedir' } as const
type Asked = keyof typeof askedLabels

export const askedName = <Field extends CaptureField>(field: Field) => `asked_${field}` as const

/** What the editor of a form shows. */
export type FormValues = {
  nome: string
  title: string
  intro: string
  consentText: string
  distribution: Distribution
  memberId: string
  memberIds: string[]
  thanks: string
  redirectUrl: string
} & Record<`asked_${CaptureField}`, Asked>

export type FormFields = Omit<CaptureFormBody, 'isActive'>

const askedValues = (askedFor: (field: CaptureField) => Asked) =>
  Object.fromEntries(captureFields.map(field => [askedName(field), askedFor(field)])) as Record<
    `asked_${CaptureField}`,
    Asked
  >

/** Fields in the order of the screen. */
export const valuesOf = (form: FormFields | CaptureForm): FormValues => ({
  nome: form.nome,
  title: form.title,
  intro: form.intro,
  ...askedValues(field =>
    form.required.includes(field) ? 'required' : form.fields.includes(field) ? 'optional' : 'no',
  ),
  consentText: form.consentText,
  distribution: form.distribution,
  memberId: form.memberIds[0] ?? '',
  memberIds: form.memberIds,
  thanks: form.thanks,
  redirectUrl: form.redirectUrl ?? '',
})

export const newFormValues = valuesOf({
  nome: '',
  title: 'Fale com a gente',
  intro: '',
  thanks: 'Obrigado! Respondemos em breve.',
  fields: ['nome', 'telefone', 'email', 'mensagem'],
  required: ['nome', 'telefone'],
  distribution: 'none',
  memberIds: [],
  consentText: 'Aceito receber contato sobre este pedido por WhatsApp, telefone ou e-mail.',
  redirectUrl: null,
})

export const toBody = (values: FormValues): FormFields => {
  const { nome, title, intro, thanks, consentText, redirectUrl, distribution, memberId, memberIds } = values
  return {
    nome,
    title,
    intro,
    thanks,
    consentText,
    distribution,
    redirectUrl: redirectUrl.trim() || null,
    fields: captureFields.filter(field => values[askedName(field)] !== 'no'),
    required: captureFields.filter(field => values[askedName(field)] === 'required'),
    memberIds: distribution === 'turns' ? memberIds : distribution === 'member' && memberId ? [memberId] : [],
  }
}

/** Names a stored value beside its field. */
export const describeValue = (
  values: FormValues,
  field: keyof FormValues & string,
  members: readonly { _id: string; nome: string }[],
): string => {
  const nameOf = (id: string) => members.find(({ _id }) => _id === id)?.nome ?? 'outra pessoa'
  if (field === 'memberIds' || field === 'memberId') return values.memberIds.map(nameOf).join(', ') || 'ninguém'
  if (field === 'distribution') return `“${distributionLabels[values.distribution]}”`
  const asked = captureFields.find(name => askedName(name) === field)
  if (asked) return `“${askedLabels[values[askedName(asked)]]}”`
  return values[field] === '' ? 'em branco' : `“${String(values[field])}”`
}

import { endpoint } from '../endpoint.ts'
import { IdParams } from '../values/id.ts'
import { RequiredText } from '../values/text.ts'
import { z } from '../zod.ts'

/** A ready message, with placeholders for the data of a lead. */
export const Template = z.object({ _id: z.uuid(), nome: z.string(), texto: z.string() })
export type Template = z.infer<typeof Template>

export const Templates = z.object({
  templates: z.array(Template),
  /** The name of the account's brand while its plan holds one, else of the account. */
  company: z.string(),
})
export type Templates = z.infer<typeof Templates>

export const maxTemplates = 50

export const TemplateForm = z.object({
  nome: RequiredText(60, 'Informe o nome da mensagem'),
  texto: RequiredText(1000, 'Escreva a mensagem'),
})
export type TemplateForm = z.output<typeof TemplateForm>

/** `was`: what the caller had shown of a stored template. Without it, every field is taken. */
export const TemplateChange = z.extend(TemplateForm, { was: z.optional(z.partial(TemplateForm)) })
export type TemplateChange = z.output<typeof TemplateChange>

export const templatesApi = {
  list: endpoint({
    method: 'GET',
    path: '/templates',
    access: 'leads.read',
    summary: 'The message templates of the account, in their order, and the name that `{minha_empresa}` stands for',
    status: 200,
    response: Templates,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/templates/:id',
    access: 'sales.settings',
    summary:
      'Creates a template, or changes the one with this id. Returns `stale_setting` if others changed it since `was`, and 404 if they deleted it',
    params: IdParams,
    body: TemplateChange,
    status: 200,
    response: Template,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/templates/:id',
    access: 'sales.settings',
    summary: 'Deletes a template',
    params: IdParams,
    status: 204,
  }),
}

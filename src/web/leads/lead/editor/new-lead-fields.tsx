import { ClipboardPaste, Zap } from 'lucide-react'
import type { ClipboardEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { firstStage } from '#contract/leads/lead-status.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { fieldLabels } from '../form/lead-conflict.ts'
import { LeadFields } from '../form/lead-form.tsx'
import type { LeadFormValues } from '../form/lead-values.ts'
import { LeadNameField, LeadPhoneField } from '../form/name-and-phone-fields.tsx'
import { NewResponsibleField } from '../form/responsible-field.tsx'
import { parseContact } from './parse-contact.ts'
import { SameContact } from './same-contact.tsx'

type NewLeadForm = UseFormReturn<LeadFormValues>

const nothingFound = 'Não encontramos nome, telefone nem e-mail no texto copiado'

/** Fills the empty fields with what a text holds. Returns the number of fields that it holds. */
const fillFrom = ({ getValues, setValue }: NewLeadForm, text: string): number => {
  const found = Object.entries(parseContact(text)) as [keyof LeadFormValues, string][]
  for (const [field, value] of found)
    if (!getValues(field)) setValue(field, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  return found.length
}

const fillFromClipboard = async (form: NewLeadForm): Promise<void> => {
  const text = await navigator.clipboard?.readText().catch(() => undefined)
  if (text === undefined)
    toast.info({ title: 'Cole o texto no campo Nome', description: 'O resto se preenche sozinho.' })
  else if (fillFrom(form, text) === 0) toast.info({ title: nothingFound })
}

interface NewLeadFieldsProps {
  form: NewLeadForm
  /** Asks only for a name and a phone number. */
  isQuick: boolean
  onQuick: (isQuick: boolean) => void
}

/** The fields of a new lead. Pasting a contact or a message into one of them fills the others. */
export const NewLeadFields = ({ form, isQuick, onQuick }: NewLeadFieldsProps) => {
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (Object.keys(parseContact(text)).length < 2) return
    // The field would insert the whole text.
    event.preventDefault()
    event.stopPropagation()
    fillFrom(form, text)
  }
  return (
    <div onPasteCapture={paste} className="grid gap-4">
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={<Zap />}
          aria-pressed={isQuick}
          onClick={() => onQuick(!isQuick)}
          className="aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand"
        >
          Cadastro rápido
        </Button>
        <Button size="sm" icon={<ClipboardPaste />} onClick={() => void fillFromClipboard(form)}>
          Colar contato
        </Button>
      </div>
      <SameContact control={form.control} />
      {isQuick ? <QuickFields form={form} /> : <LeadFields form={form} status={firstStage} />}
      <NewResponsibleField control={form.control} />
    </div>
  )
}

const QuickFields = ({ form }: { form: NewLeadForm }) => {
  const others = (['email', 'negocio', 'descricaoServico'] as const).filter(field => form.getValues(field))
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <LeadNameField form={form} />
      <LeadPhoneField form={form} />
      <p className="text-sm text-text3 sm:col-span-2">
        {others.length > 0 &&
          `Também preenchido: ${others.map(field => fieldLabels[field].toLowerCase()).join(', ')}. `}
        O lead fica marcado como incompleto até você preencher o resto.
      </p>
    </div>
  )
}

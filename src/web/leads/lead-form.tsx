import type { Control, FieldErrors, UseFormRegister } from 'react-hook-form'
import { Controller } from 'react-hook-form'
import { dayOf, localDay } from '#contract/dates.ts'
import { firstStage, type LeadStatus, stageOf, stages, statusLabels } from '#contract/lead-status.ts'
import type { Lead } from '#contract/leads.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { MoneyField } from './money-field.tsx'

/** The form's own values: text as it stands in the fields, money as a number once something was typed. */
export interface LeadFormValues {
  nome: string
  negocio: string
  telefone: string
  email: string
  descricaoServico: string
  valorServico: number | null
  status: LeadStatus
  formaPagamento: string
  prazoEntrega: string
  dataProspeccao: string
  dataFechamento: string
}

export const emptyLead = (now: Date): LeadFormValues => ({
  nome: '',
  negocio: '',
  telefone: '',
  email: '',
  descricaoServico: '',
  valorServico: null,
  status: firstStage,
  formaPagamento: '',
  prazoEntrega: '',
  dataProspeccao: localDay(now),
  dataFechamento: '',
})

export const valuesOf = (lead: Lead): LeadFormValues => ({
  nome: lead.nome,
  negocio: lead.negocio,
  telefone: lead.telefone,
  email: lead.email,
  descricaoServico: lead.descricaoServico,
  valorServico: lead.valorServico,
  status: lead.status,
  formaPagamento: lead.formaPagamento ?? '',
  prazoEntrega: lead.prazoEntrega ?? '',
  dataProspeccao: dayOf(lead.dataProspeccao),
  dataFechamento: lead.dataFechamento ? dayOf(lead.dataFechamento) : '',
})

interface LeadFieldsProps {
  register: UseFormRegister<LeadFormValues>
  control: Control<LeadFormValues>
  errors: FieldErrors<LeadFormValues>
  /** The status the lead came with: a legacy one may be kept. */
  status: LeadStatus
}

export const LeadFields = ({ register, control, errors, status }: LeadFieldsProps) => {
  const choices = stageOf(status) === status ? stages : [status, ...stages]
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label="Nome" autoComplete="off" error={errors.nome?.message} {...register('nome')} />
      <TextField label="Negócio / Nicho" autoComplete="off" error={errors.negocio?.message} {...register('negocio')} />
      <TextField
        label="Telefone"
        type="tel"
        autoComplete="off"
        error={errors.telefone?.message}
        {...register('telefone')}
      />
      <TextField label="E-mail" type="email" autoComplete="off" error={errors.email?.message} {...register('email')} />
      <TextArea
        label="Descrição do serviço"
        rows={3}
        className="sm:col-span-2"
        error={errors.descricaoServico?.message}
        {...register('descricaoServico')}
      />
      <Controller
        control={control}
        name="valorServico"
        render={({ field: { onChange, ...field }, fieldState }) => (
          <MoneyField {...field} label="Valor do serviço" error={fieldState.error?.message} onValue={onChange} />
        )}
      />
      <SelectField label="Status" error={errors.status?.message} {...register('status')}>
        {choices.map(choice => (
          <option key={choice} value={choice}>
            {statusLabels[choice]}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Forma de pagamento"
        optional
        error={errors.formaPagamento?.message}
        {...register('formaPagamento')}
      />
      <TextField label="Prazo de entrega" optional error={errors.prazoEntrega?.message} {...register('prazoEntrega')} />
      <DateField label="Data de prospecção" error={errors.dataProspeccao?.message} {...register('dataProspeccao')} />
      <DateField
        label="Data de fechamento"
        optional
        error={errors.dataFechamento?.message}
        {...register('dataFechamento')}
      />
    </div>
  )
}

import type { Control, FieldErrors, UseFormRegister } from 'react-hook-form'
import { Controller } from 'react-hook-form'
import { type LeadStatus, stageOf, stages, statusLabels } from '#contract/lead-status.ts'
import { MoneyField } from '#web/forms/money-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { fieldLabels } from './lead-conflict.ts'
import { LeadDateField } from './lead-date-field.tsx'
import type { LeadFormValues } from './lead-values.ts'

interface LeadFieldsProps {
  register: UseFormRegister<LeadFormValues>
  control: Control<LeadFormValues>
  errors: FieldErrors<LeadFormValues>
  /** Current status. A legacy status remains selectable. */
  status: LeadStatus
}

export const LeadFields = ({ register, control, errors, status }: LeadFieldsProps) => {
  const choices = stageOf(status) === status ? stages : [status, ...stages]
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label={fieldLabels.nome} autoComplete="off" error={errors.nome?.message} {...register('nome')} />
      <TextField
        label={fieldLabels.negocio}
        autoComplete="off"
        error={errors.negocio?.message}
        {...register('negocio')}
      />
      <TextField
        label={fieldLabels.telefone}
        type="tel"
        autoComplete="off"
        error={errors.telefone?.message}
        {...register('telefone')}
      />
      <TextField
        label={fieldLabels.email}
        type="email"
        autoComplete="off"
        error={errors.email?.message}
        {...register('email')}
      />
      <TextArea
        label={fieldLabels.descricaoServico}
        rows={3}
        className="sm:col-span-2"
        error={errors.descricaoServico?.message}
        {...register('descricaoServico')}
      />
      <Controller
        control={control}
        name="valorServico"
        render={({ field: { onChange, ...field }, fieldState }) => (
          <MoneyField
            {...field}
            label={fieldLabels.valorServico}
            error={fieldState.error?.message}
            onValue={onChange}
          />
        )}
      />
      <SelectField label={fieldLabels.status} error={errors.status?.message} {...register('status')}>
        {choices.map(choice => (
          <option key={choice} value={choice}>
            {statusLabels[choice]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={fieldLabels.formaPagamento}
        optional
        error={errors.formaPagamento?.message}
        {...register('formaPagamento')}
      />
      <TextField
        label={fieldLabels.prazoEntrega}
        optional
        error={errors.prazoEntrega?.message}
        {...register('prazoEntrega')}
      />
      <LeadDateField control={control} name="dataProspeccao" />
      <LeadDateField control={control} name="dataFechamento" optional />
    </div>
  )
}

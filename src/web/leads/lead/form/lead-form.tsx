import clsx from 'clsx'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { type LeadStatus, stageOf, stages, statusLabels } from '#contract/leads/lead-status.ts'
import { MoneyField } from '#web/forms/money-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { fieldLabels } from './lead-conflict.ts'
import { LeadDateField } from './lead-date-field.tsx'
import type { LeadFormValues } from './lead-values.ts'
import { LeadNameField, LeadPhoneField } from './name-and-phone-fields.tsx'
import { useClosingDate } from './use-closing-date.ts'

interface LeadFieldsProps {
  form: UseFormReturn<LeadFormValues>
  /** Current status. A legacy status remains selectable. */
  status: LeadStatus
}

/** Short fields stand side by side also on phones, unless the text is larger. */
const pairClass = 'grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-4 sm:grid-cols-2'

export const LeadFields = (props: LeadFieldsProps) => (
  <div className="grid gap-4">
    <RequiredFields {...props} />
    <div className="grid gap-3 border-border border-t pt-4">
      <h3 className="text-sm text-text2">Mais detalhes</h3>
      <DetailFields {...props} />
    </div>
  </div>
)

const RequiredFields = ({ form, status }: LeadFieldsProps) => {
  const { register, control } = form
  const { errors } = form.formState
  const onStatus = useClosingDate(form)
  const choices = stageOf(status) === status ? stages : [status, ...stages]
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <LeadNameField form={form} />
      <TextField
        label={fieldLabels.negocio}
        autoComplete="off"
        autoCapitalize="words"
        error={errors.negocio?.message}
        {...register('negocio')}
      />
      <LeadPhoneField form={form} />
      <TextField
        label={fieldLabels.email}
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...register('email')}
      />
      <TextArea
        label={fieldLabels.descricaoServico}
        rows={2}
        className="sm:col-span-2"
        error={errors.descricaoServico?.message}
        {...register('descricaoServico')}
      />
      <div className={clsx(pairClass, 'sm:col-span-2')}>
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
        <SelectField
          label={fieldLabels.status}
          error={errors.status?.message}
          {...register('status', { onChange: ({ target }) => onStatus(target.value) })}
        >
          {choices.map(choice => (
            <option key={choice} value={choice}>
              {statusLabels[choice]}
            </option>
          ))}
        </SelectField>
      </div>
    </div>
  )
}

/** Fields that are optional or already filled. */
const DetailFields = ({ form }: LeadFieldsProps) => {
  const { register, control } = form
  const { errors } = form.formState
  return (
    // On phones "(opcional)" wraps in some labels: the fields still align.
    <div className={clsx(pairClass, 'items-end sm:items-start')}>
      <LeadDateField control={control} name="dataProspeccao" />
      <LeadDateField control={control} name="dataFechamento" optional />
      <TextField
        label={fieldLabels.formaPagamento}
        optional
        autoComplete="off"
        error={errors.formaPagamento?.message}
        {...register('formaPagamento')}
      />
      <TextField
        label={fieldLabels.prazoEntrega}
        optional
        autoComplete="off"
        error={errors.prazoEntrega?.message}
        {...register('prazoEntrega')}
      />
    </div>
  )
}

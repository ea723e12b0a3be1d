import { Controller, type UseFormReturn } from 'react-hook-form'
import { PhoneField } from '#web/forms/phone-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { fieldLabels } from './lead-conflict.ts'
import type { LeadFormValues } from './lead-values.ts'

interface LeadFieldProps {
  form: UseFormReturn<LeadFormValues>
}

export const LeadNameField = ({ form: { register, formState } }: LeadFieldProps) => (
  <TextField
    label={fieldLabels.nome}
    autoComplete="off"
    autoCapitalize="words"
    error={formState.errors.nome?.message}
    {...register('nome')}
  />
)

export const LeadPhoneField = ({ form: { control } }: LeadFieldProps) => (
  <Controller
    control={control}
    name="telefone"
    render={({ field: { onChange, ...field }, fieldState }) => (
      <PhoneField {...field} label={fieldLabels.telefone} error={fieldState.error?.message} onValue={onChange} />
    )}
  />
)

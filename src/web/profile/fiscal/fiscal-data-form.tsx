import { useForm } from 'react-hook-form'
import { brazilianStates, type FiscalData, fiscalLengths } from '#contract/billing/fiscal-data.ts'
import { formatTaxNumber, parseTaxNumber } from '#contract/billing/tax-number.ts'
import { applyServerErrors } from '#web/forms/apply-server-errors.ts'
import { useSettingWrite } from '#web/forms/use-setting-write.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { type FiscalDataInput, fiscalDataQuery, saveFiscalData } from './fiscal-data-api.ts'

type Values = Record<
  'taxId' | 'legalName' | 'cep' | 'street' | 'number' | 'complement' | 'district' | 'city' | 'state',
  string
>
const names = [
  'taxId',
  'legalName',
  'cep',
  'street',
  'number',
  'complement',
  'district',
  'city',
  'state',
] as const satisfies (keyof Values)[]

const formatCep = (cep: string): string => cep.replace(/^(\d{5})-?(\d{3})$/, '$1-$2')

const valuesOf = (stored: FiscalData | null): Values => ({
  taxId: formatTaxNumber(stored?.taxId ?? ''),
  legalName: stored?.legalName ?? '',
  cep: formatCep(stored?.cep ?? ''),
  street: stored?.street ?? '',
  number: stored?.number ?? '',
  complement: stored?.complement ?? '',
  district: stored?.district ?? '',
  city: stored?.city ?? '',
  state: stored?.state ?? '',
})

export const FiscalDataForm = ({ stored }: { stored: FiscalData | null }) => {
  const { register, handleSubmit, setError, setValue, formState } = useForm<Values>({
    defaultValues: valuesOf(stored),
  })
  const saving = useSettingWrite(
    fiscalDataQuery.queryKey,
    (values: Values) => saveFiscalData(values as FiscalDataInput),
    'Dados fiscais salvos',
  )
  const { errors } = formState
  const save = (values: Values) => {
    const onError = (error: unknown) => applyServerErrors(error, names, setError)
    if (!saving.isPending) saving.mutate(values, { onError })
  }
  /** Adds the punctuation once the number is complete. */
  const formatOnBlur = (name: 'taxId' | 'cep', format: (text: string) => string) =>
    register(name, { onBlur: ({ target }) => setValue(name, format(target.value.trim())) })
  return (
    <form noValidate onSubmit={handleSubmit(save)} className="grid gap-4">
      <FailureNotice title="Os dados fiscais não foram salvos" error={saving.error} />
      <TextField
        label="CPF ou CNPJ"
        hint="Também o CNPJ com letras."
        maxLength={30}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={errors.taxId?.message}
        {...formatOnBlur('taxId', text => formatTaxNumber(parseTaxNumber(text)?.value ?? text))}
      />
      <TextField
        label="Nome completo ou razão social"
        maxLength={fiscalLengths.legalName}
        autoComplete="organization"
        error={errors.legalName?.message}
        {...register('legalName')}
      />
      <TextField
        label="CEP"
        inputMode="numeric"
        maxLength={20}
        autoComplete="postal-code"
        placeholder="01310-100"
        error={errors.cep?.message}
        {...formatOnBlur('cep', formatCep)}
      />
      <TextField
        label="Rua"
        maxLength={fiscalLengths.street}
        autoComplete="address-line1"
        error={errors.street?.message}
        {...register('street')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Número"
          hint="Sem número, escreva s/n."
          maxLength={fiscalLengths.number}
          autoComplete="off"
          error={errors.number?.message}
          {...register('number')}
        />
        <TextField
          label="Complemento"
          optional
          maxLength={fiscalLengths.complement}
          autoComplete="address-line2"
          error={errors.complement?.message}
          {...register('complement')}
        />
      </div>
      <TextField
        label="Bairro"
        maxLength={fiscalLengths.district}
        autoComplete="address-level3"
        error={errors.district?.message}
        {...register('district')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Cidade"
          maxLength={fiscalLengths.city}
          autoComplete="address-level2"
          error={errors.city?.message}
          {...register('city')}
        />
        <SelectField
          label="Estado"
          autoComplete="address-level1"
          defaultValue={stored?.state ?? ''}
          error={errors.state?.message}
          {...register('state')}
        >
          <option value="">Escolha</option>
          {Object.entries(brazilianStates).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <Button type="submit" variant="primary" busy={saving.isPending} className="justify-self-start">
        Salvar
      </Button>
      <SlowNote active={saving.isPending} />
    </form>
  )
}

import { useState } from 'react'
import { brazilianStates, type FiscalDataForm as FiscalDataBody, fiscalLengths } from '#contract/billing/fiscal-data.ts'
import { formatTaxNumber, parseTaxNumber } from '#contract/billing/tax-number.ts'
import { RestoredDraftNotice } from '#web/forms/restored-draft-notice.tsx'
import { useSettingForm } from '#web/forms/use-setting-form.ts'
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
const formatCep = (cep: string): string => cep.replace(/^(\d{5})-?(\d{3})$/, '$1-$2')

const valuesOf = (stored: FiscalDataBody | null): Values => ({
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

export const FiscalDataForm = ({ stored }: { stored: FiscalDataBody | null }) => {
  const [initial] = useState(() => valuesOf(stored))
  const setting = useSettingForm({
    draftName: 'dados-fiscais',
    initial,
    toBody: values => values as FiscalDataInput,
    toValues: found => valuesOf(found as FiscalDataBody),
    save: (body, was) => saveFiscalData({ ...body, was: was.taxId === '' ? null : was }),
    done: 'Dados fiscais salvos',
    queryKey: fiscalDataQuery.queryKey,
    toSaved: ({ fiscalData }) => valuesOf(fiscalData),
  })
  const { saving } = setting
  const { register, setValue, formState } = setting.form
  const { errors } = formState
  /** Adds the punctuation once the number is complete. */
  const formatOnBlur = (name: 'taxId' | 'cep', format: (text: string) => string) =>
    register(name, { onBlur: ({ target }) => setValue(name, format(target.value.trim())) })
  return (
    <form noValidate onSubmit={setting.submit} className="grid gap-4">
      {setting.isRestored && !saving.isError && <RestoredDraftNotice onDiscard={setting.discard} />}
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

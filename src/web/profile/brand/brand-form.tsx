import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { type Brand, type BrandForm as BrandBody, maxBrandNameLength } from '#contract/brand/brand.ts'
import { deriveBrandColors } from '#contract/brand/brand-colors.ts'
import { RestoredDraftNotice } from '#web/forms/restored-draft-notice.tsx'
import { useSettingForm } from '#web/forms/use-setting-form.ts'
import { brand } from '#web/lib/brand.ts'
import { useSession } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { brandQuery, saveBrand } from './brand-api.ts'

const productColor = '#055b63'
const colorForm = /^#[\da-f]{6}$/i

type Values = Record<'nome' | 'color', string>

const valuesOf = ({ nome, color }: BrandBody): Values => ({ nome: nome ?? '', color: color ?? '' })

const toBody = ({ nome, color }: Values): BrandBody => ({ nome: nome.trim() || null, color: color.trim() || null })

export const BrandForm = ({ stored }: { stored: Brand }) => {
  const { reload } = useSession()
  const [initial] = useState(() => valuesOf(stored))
  const setting = useSettingForm({
    draftName: 'marca',
    initial,
    toBody,
    toValues: valuesOf,
    save: async (body, was) => {
      const saved = await saveBrand(body, was)
      await reload()
      return saved
    },
    done: 'Marca salva',
    queryKey: brandQuery.queryKey,
    toSaved: valuesOf,
  })
  const { saving } = setting
  const { register, control, setValue, formState } = setting.form
  const color = useWatch({ control, name: 'color' })
  const { errors } = formState
  return (
    <form noValidate onSubmit={setting.submit} className="grid gap-4">
      {setting.isRestored && !saving.isError && <RestoredDraftNotice onDiscard={setting.discard} />}
      <FailureNotice title="A marca não foi salva" error={saving.error} />
      <TextField
        label="Nome"
        optional
        hint={`Em branco, vale ${brand()}.`}
        maxLength={maxBrandNameLength}
        autoComplete="organization"
        error={errors.nome?.message}
        {...register('nome')}
      />
      <TextField
        label="Cor"
        optional
        hint="Em branco, vale a nossa. Mudamos só a claridade quando um texto ficaria difícil de ler."
        placeholder={productColor}
        maxLength={7}
        autoComplete="off"
        spellCheck={false}
        error={errors.color?.message}
        end={
          <input
            type="color"
            aria-label="Escolher a cor"
            value={colorForm.test(color) ? color.toLowerCase() : productColor}
            onChange={({ target }) => setValue('color', target.value, { shouldDirty: true })}
            className="size-9 cursor-pointer rounded-control border-0 bg-transparent p-1"
          />
        }
        {...register('color')}
      />
      {colorForm.test(color) && <ColorPreview color={color.toLowerCase()} />}
      <Button type="submit" variant="primary" busy={saving.isPending} className="justify-self-start">
        Salvar
      </Button>
    </form>
  )
}

const grounds = {
  light: { label: 'Tema claro', ground: '#ffffff', onBrand: '#ffffff' },
  dark: { label: 'Tema escuro', ground: '#171d20', onBrand: '#04191f' },
} as const

/** How the color looks in both themes, whichever is on. */
const ColorPreview = ({ color }: { color: string }) => {
  const colors = deriveBrandColors(color)
  return (
    <ul aria-label="Como fica" className="grid gap-2 sm:grid-cols-2">
      {(['light', 'dark'] as const).map(theme => {
        const { label, ground, onBrand } = grounds[theme]
        const { brand: shown } = colors[theme]
        return (
          <li
            key={theme}
            style={{ background: ground, color: shown }}
            className="flex items-center justify-between gap-3 rounded-control border border-border px-3 py-2"
          >
            <span className="font-medium">{label}</span>
            <span style={{ background: shown, color: onBrand }} className="rounded-control px-3 py-1 font-medium">
              Botão
            </span>
          </li>
        )
      })}
    </ul>
  )
}

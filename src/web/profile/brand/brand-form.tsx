import { useForm, useWatch } from 'react-hook-form'
import { type Brand, maxBrandNameLength } from '#contract/brand/brand.ts'
import { deriveBrandColors } from '#contract/brand/brand-colors.ts'
import { applyServerErrors } from '#web/forms/apply-server-errors.ts'
import { useSettingWrite } from '#web/forms/use-setting-write.ts'
import { brand } from '#web/lib/brand.ts'
import { useSession } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { brandQuery, saveBrand } from './brand-api.ts'

const productColor = '#055b63'
const colorForm = /^#[\da-f]{6}$/i

interface Values {
  nome: string
  color: string
}

export const BrandForm = ({ stored }: { stored: Brand }) => {
  const { reload } = useSession()
  const { register, control, handleSubmit, setError, setValue, formState } = useForm<Values>({
    defaultValues: { nome: stored.nome ?? '', color: stored.color ?? '' },
  })
  const color = useWatch({ control, name: 'color' })
  const saving = useSettingWrite(
    brandQuery.queryKey,
    async ({ nome, color: chosen }: Values) => {
      await saveBrand({ nome: nome.trim() || null, color: chosen.trim() || null })
      await reload()
    },
    'Marca salva',
  )
  const { errors } = formState
  const save = (values: Values) => {
    const onError = (error: unknown) => applyServerErrors(error, ['nome', 'color'], setError)
    if (!saving.isPending) saving.mutate(values, { onError })
  }
  return (
    <form noValidate onSubmit={handleSubmit(save)} className="grid gap-4">
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

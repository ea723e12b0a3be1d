import { useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { differences, fieldLabels, formatField, type LeadField, mergeVersions, type Side } from './lead-conflict.ts'
import type { LeadFormValues } from './lead-values.ts'

interface ConflictResolverProps {
  /** Values before the edit, edited values and stored values. */
  seen: LeadFormValues
  mine: LeadFormValues
  theirs: LeadFormValues
  busy: boolean
  onSave: (merged: LeadFormValues) => void
  onBack: () => void
}

/** Shows the edited and the stored version of conflicting fields, for the user to choose. */
export const ConflictResolver = ({ seen, mine, theirs, busy, onSave, onBack }: ConflictResolverProps) => {
  const different = differences(seen, mine, theirs)
  const [choices, setChoices] = useState<Partial<Record<LeadField, Side>>>(() =>
    Object.fromEntries(different.map(({ field, suggested }) => [field, suggested])),
  )
  return (
    <div className="grid gap-4">
      <Notice tone="warn" title="Este lead foi alterado em outro lugar">
        Nada do que você escreveu se perdeu. Escolha, campo por campo, o que fica.
      </Notice>
      {different.map(({ field }) => (
        <Field
          key={field}
          label={fieldLabels[field]}
          mine={formatField(mine, field)}
          theirs={formatField(theirs, field)}
          side={choices[field] ?? 'mine'}
          onSide={side => setChoices(before => ({ ...before, [field]: side }))}
        />
      ))}
      {different.length === 0 && <p className="text-text2">As duas versões são iguais: é só salvar.</p>}
      <SlowNote active={busy}>Você pode fechar: o que escreveu fica guardado.</SlowNote>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onBack}>Voltar a editar</Button>
        <Button variant="primary" busy={busy} onClick={() => onSave(mergeVersions(mine, theirs, choices))}>
          Salvar as escolhas
        </Button>
      </div>
    </div>
  )
}

interface FieldProps {
  label: string
  mine: string
  theirs: string
  side: Side
  onSide: (side: Side) => void
}

const Field = ({ label, mine, theirs, side, onSide }: FieldProps) => {
  const name = useId()
  const option = (value: Side, title: string, text: string) => (
    <label className="flex min-h-control cursor-pointer items-start gap-2 rounded-control border border-border px-3 py-2 has-checked:border-brand has-checked:bg-brand-soft">
      <input
        type="radio"
        name={name}
        checked={side === value}
        onChange={() => onSide(value)}
        className="mt-1 accent-brand"
      />
      <span className="min-w-0">
        <span className="block text-sm text-text2">{title}</span>
        <span className="block whitespace-pre-line break-words">{text}</span>
      </span>
    </label>
  )
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {option('mine', 'O que você escreveu', mine)}
        {option('theirs', 'O que está salvo agora', theirs)}
      </div>
    </fieldset>
  )
}

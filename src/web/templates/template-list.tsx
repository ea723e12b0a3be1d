import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { fillTemplate, placeholders } from '#contract/templates/fill-template.ts'
import { type Template, TemplateForm } from '#contract/templates/templates.ts'
import { hasDraft } from '#web/forms/form-draft.ts'
import { RestoredDraftNotice } from '#web/forms/restored-draft-notice.tsx'
import { useNewId } from '#web/forms/use-new-id.ts'
import { useOpenRows } from '#web/forms/use-open-rows.ts'
import { useSettingForm } from '#web/forms/use-setting-form.ts'
import { useSettingWrite } from '#web/forms/use-setting-write.ts'
import { isNotFound } from '#web/lib/requests/api-error.ts'
import { useMember, useUser } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { LoadErrorNotice } from '#web/ui/loading/load-error-notice.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/loading/skeleton.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { showFailure } from '#web/ui/toasts/show-failure.ts'
import { removeTemplate, saveTemplate, templatesQuery } from './api.ts'

const newTemplateDraft = 'mensagem-nova'
const draftNameOf = (template?: Template): string => (template ? `mensagem:${template._id}` : newTemplateDraft)

/** The account's ready messages: edit, delete, add. */
export const TemplateList = () => {
  const templates = useQuery(templatesQuery)
  if (!templates.data)
    return templates.error ? (
      <LoadErrorNotice title="Não foi possível carregar as mensagens" query={templates} />
    ) : (
      <SkeletonRegion mayGrow>
        <Skeleton className="h-40 w-full" />
      </SkeletonRegion>
    )
  return <Templates stored={templates.data.templates} />
}

const Templates = ({ stored }: { stored: Template[] }) => {
  const { _id: memberId } = useMember()
  const { shown, isStored, isOpen, open, close } = useOpenRows(stored, draftNameOf)
  const [isAdding, setAdding] = useState(() => hasDraft(memberId, newTemplateDraft))
  return (
    <div className="grid gap-4">
      {shown.length > 0 && (
        <ul
          aria-label="Mensagens prontas"
          className="divide-y divide-border rounded-panel border border-border bg-surface"
        >
          {shown.map(template =>
            isOpen(template) ? (
              <li key={template._id} className="p-4">
                <TemplateEditor template={template} isGone={!isStored(template)} onDone={() => close(template)} />
              </li>
            ) : (
              <TemplateRow key={template._id} template={template} onEdit={() => open(template)} />
            ),
          )}
        </ul>
      )}
      {isAdding ? (
        <TemplateEditor onDone={() => setAdding(false)} />
      ) : (
        <Button className="justify-self-start" onClick={() => setAdding(true)}>
          Nova mensagem
        </Button>
      )}
    </div>
  )
}

const failed = (error: unknown) => showFailure('A mensagem não foi alterada', error)

const TemplateRow = ({ template, onEdit }: { template: Template; onEdit: () => void }) => {
  const { _id, nome, texto } = template
  const [isAsking, setAsking] = useState(false)
  const removing = useSettingWrite(templatesQuery.queryKey, () => removeTemplate(_id), 'Mensagem excluída')
  return (
    <li className="flex flex-wrap items-start justify-between gap-2 px-4 py-3">
      <div className="min-w-[min(14rem,100%)] flex-1">
        <p className="wrap-anywhere font-medium">{nome}</p>
        <p className="wrap-anywhere whitespace-pre-line text-sm text-text2">{texto}</p>
      </div>
      <span className="-mr-2.5 flex flex-wrap max-md:-ml-2.5">
        <Button size="sm" variant="ghost" aria-label={`Editar ${nome}`} onClick={onEdit}>
          Editar
        </Button>
        <Button size="sm" variant="dangerGhost" aria-label={`Excluir ${nome}`} onClick={() => setAsking(true)}>
          Excluir
        </Button>
      </span>
      <ConfirmDialog
        open={isAsking}
        title={`Excluir “${nome}”?`}
        text="A mensagem some para toda a equipe."
        confirmLabel="Excluir"
        danger
        busy={removing.isPending}
        onConfirm={() => removing.mutate(undefined, { onError: failed, onSettled: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
      />
    </li>
  )
}

const example = {
  nome: 'Maria Souza',
  negocio: 'Padaria Sol',
  descricaoServico: 'site institucional',
  valorServico: 2500,
}

interface TemplateEditorProps {
  template?: Template
  /** Others have deleted the template. */
  isGone?: boolean
  onDone: () => void
}

const TemplateEditor = ({ template, isGone = false, onDone }: TemplateEditorProps) => {
  const { nome: seller } = useUser()
  const company = useQuery(templatesQuery).data?.company ?? ''
  const draftName = draftNameOf(template)
  const newId = useNewId(draftName)
  const [initial] = useState((): TemplateForm => ({ nome: template?.nome ?? '', texto: template?.texto ?? '' }))
  const setting = useSettingForm({
    draftName,
    initial,
    resolver: zodResolver(TemplateForm),
    toBody: values => values,
    toValues: ({ nome, texto }) => ({ nome, texto }),
    save: (body, was) => {
      if (template) return saveTemplate(template._id, body, isGone ? undefined : was)
      newId.store()
      return saveTemplate(newId.id, body)
    },
    done: 'Mensagem salva',
    queryKey: templatesQuery.queryKey,
    onSaved: () => {
      newId.clear()
      onDone()
    },
  })
  const { saving } = setting
  const { register, control, setValue, getValues, setFocus, formState } = setting.form
  const { errors } = formState
  const texto = useWatch({ control, name: 'texto' })
  const cancel = () => {
    setting.clear()
    newId.clear()
    onDone()
  }
  const insert = (name: string) => {
    const text = getValues('texto')
    setValue('texto', `${text}${/\S$/.test(text) ? ' ' : ''}{${name}}`, { shouldDirty: true })
    setFocus('texto')
  }
  return (
    <form noValidate onSubmit={setting.submit} className="grid gap-3">
      {setting.isRestored && !saving.isError && <RestoredDraftNotice onDiscard={setting.discard} />}
      {isGone && (
        <Notice tone="danger" title="Esta mensagem foi excluída enquanto você editava">
          O que você escreveu ainda está aqui.
        </Notice>
      )}
      <FailureNotice
        title="A mensagem não foi salva"
        error={isGone && isNotFound(saving.error) ? null : saving.error}
      />
      <TextField
        label="Nome da mensagem"
        autoFocus
        maxLength={60}
        autoComplete="off"
        error={errors.nome?.message}
        {...register('nome')}
      />
      <TextArea label="Mensagem" rows={4} maxLength={1000} error={errors.texto?.message} {...register('texto')} />
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-1 text-sm text-text2">Dados que você pode usar</legend>
        {Object.entries(placeholders).map(([name, label]) => (
          <Button key={name} size="sm" onClick={() => insert(name)}>
            {label}
          </Button>
        ))}
      </fieldset>
      {texto.trim() && (
        <div className="grid gap-1 rounded-control bg-column p-3">
          <p className="text-sm text-text3">Como chega para Maria</p>
          <p className="wrap-anywhere whitespace-pre-line">{fillTemplate(texto, example, { nome: seller, company })}</p>
        </div>
      )}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" size="sm" busy={saving.isPending}>
          {isGone ? 'Salvar como nova' : 'Salvar'}
        </Button>
        <Button size="sm" onClick={cancel}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}

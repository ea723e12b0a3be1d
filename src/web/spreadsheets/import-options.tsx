import { stages, statusLabels } from '#contract/leads/lead-status.ts'
import type { DuplicatePolicy, Import, ImportCheck, ImportProblem } from '#contract/spreadsheets/import.ts'
import { formatCount } from '#contract/values/numbers.ts'
import { paths } from '#web/lib/url/paths.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { ImportOptions as Options } from './api.ts'
import { ImportColumns } from './import-columns.tsx'
import { ImportLayoutFields } from './import-layout-fields.tsx'
import { ImportOrigin } from './import-origin.tsx'

interface ImportOptionsProps {
  current: Import
  isBusy: boolean
  onChange: (options: Options) => void
  onStart: () => void
  onCancel: () => void
}

const policyLabels: Record<DuplicatePolicy, string> = {
  fill: 'Preencher só o que está vazio',
  skip: 'Deixar como estão',
  overwrite: 'Atualizar com a planilha',
  create: 'Cadastrar de novo',
}

/** How the file is read, what its columns become, and what the import would do. */
export const ImportOptions = ({ current, isBusy, onChange, onStart, onCancel }: ImportOptionsProps) => {
  const { check, policy, defaultStage, columns } = current
  const toStart = check ? countToStart(check, policy) : 0
  return (
    <>
      <ImportLayoutFields current={current} isBusy={isBusy} onChange={layout => onChange({ layout })} />
      {columns.length > 0 && (
        <ImportColumns columns={columns} isBusy={isBusy} onChange={next => onChange({ columns: next })} />
      )}
      {check && <ImportOrigin current={current} isBusy={isBusy} onChange={onChange} />}
      {check && (
        <section className="grid gap-4 border-border border-t pt-5">
          <h2 className="text-lg">Confira</h2>
          <Counts check={check} />
          <div className="grid gap-3 md:grid-cols-2">
            {check.matching + check.repeated > 0 && (
              <SelectField
                label="Leads que já existem"
                value={policy}
                disabled={isBusy}
                onChange={({ target }) => onChange({ policy: target.value as DuplicatePolicy })}
              >
                {Object.entries(policyLabels).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </SelectField>
            )}
            <SelectField
              label="Etapa de quem não tem uma"
              value={defaultStage}
              disabled={isBusy}
              onChange={({ target }) => onChange({ defaultStage: target.value as Import['defaultStage'] })}
              hint={check.unknownStages.length > 0 ? `Também para: ${check.unknownStages.join(', ')}` : undefined}
            >
              {stages.map(stage => (
                <option key={stage} value={stage}>
                  {statusLabels[stage]}
                </option>
              ))}
            </SelectField>
          </div>
          {check.room !== null && check.new > check.room && (
            <Notice
              tone="warn"
              title={`No seu plano cabem mais ${formatCount(check.room)}`}
              actions={<ButtonLink to={paths.subscription}>Ver os planos</ButtonLink>}
            >
              A importação grava os {formatCount(check.room)} primeiros; os outros ficam em um arquivo para depois.
            </Notice>
          )}
          <Problems title="Linhas que não entram" problems={check.problems} total={check.invalid} />
          <Problems title="Entram sem alguns dados" problems={check.incompleteRows} total={check.incomplete} />
        </section>
      )}
      <div className="flex flex-wrap gap-2">
        {check && (
          <Button variant="primary" busy={isBusy} disabled={toStart === 0} onClick={onStart}>
            {toStart === 0
              ? 'Nada para importar'
              : `Importar ${formatCount(toStart)} ${toStart === 1 ? 'linha' : 'linhas'}`}
          </Button>
        )}
        <Button onClick={onCancel}>Cancelar</Button>
      </div>
    </>
  )
}

/** Returns how many rows an import would write. What does not fit into the plan is left out. */
const countToStart = ({ new: added, matching, repeated, room }: ImportCheck, policy: DuplicatePolicy): number => {
  const existing = policy === 'skip' ? 0 : matching + repeated
  const limit = room ?? Number.POSITIVE_INFINITY
  return policy === 'create' ? Math.min(added + existing, limit) : Math.min(added, limit) + existing
}

const Counts = ({ check }: { check: ImportCheck }) => {
  const counts = [
    { label: 'Novos', count: check.new },
    { label: 'Já existem', count: check.matching },
    { label: 'Repetidos no arquivo', count: check.repeated },
    { label: 'Incompletos', count: check.incomplete },
    { label: 'Com problema', count: check.invalid },
  ]
  return (
    <dl className="grid grid-cols-2 gap-2 md:grid-cols-5">
      {counts.map(({ label, count }) => (
        <div key={label} className="rounded-control border border-border bg-surface p-3">
          <dt className="text-sm text-text3">{label}</dt>
          <dd className="font-semibold text-xl tabular-nums">{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

interface ProblemsProps {
  title: string
  problems: readonly ImportProblem[]
  total: number
}

const Problems = ({ title, problems, total }: ProblemsProps) =>
  total === 0 ? null : (
    <details className="rounded-control border border-border bg-surface">
      <summary className="cursor-pointer p-3 font-medium">
        {title} ({formatCount(total)})
      </summary>
      <ul className="grid max-h-80 gap-1 overflow-y-auto px-3 pb-3 text-sm">
        {problems.map(({ line, name, reason }) => (
          <li key={line} className="break-words">
            <span className="text-text3">Linha {formatCount(line)}</span> {name && <b>{name}: </b>}
            {reason}
          </li>
        ))}
        {total > problems.length && <li className="text-text3">e mais {formatCount(total - problems.length)}</li>}
      </ul>
    </details>
  )

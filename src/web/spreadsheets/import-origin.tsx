import { leadOriginLabels, legalBasisLabels } from '#contract/privacy/lead-privacy.ts'
import { type Import, importOrigins } from '#contract/spreadsheets/import.ts'
import { OriginFields } from '#web/lead-display/origin-fields.tsx'
import type { ImportOptions } from './api.ts'

/** Origin and legal basis of an import, or nothing where none was chosen. */
export const originTexts = ({ origem, baseLegal }: Import): string[] => [
  ...(origem ? [`Origem: ${leadOriginLabels[origem]}`] : []),
  ...(baseLegal ? [`Base legal: ${legalBasisLabels[baseLegal]}`] : []),
]

interface ImportOriginProps {
  current: Import
  isBusy: boolean
  onChange: (choice: Pick<ImportOptions, 'origem' | 'baseLegal'>) => void
}

/** Where the people of a file come from and on which legal basis they are stored, said once for all rows. */
export const ImportOrigin = ({ current: { origem, baseLegal }, isBusy, onChange }: ImportOriginProps) => (
  <section aria-labelledby="import-origin" className="grid gap-3 border-border border-t pt-5">
    <div>
      <h2 id="import-origin" className="text-lg">
        De onde vieram estes contatos
      </h2>
      <p className="text-sm text-text2">
        A LGPD pede que se saiba de onde veio o contato e por que você pode guardá-lo. Vale para a planilha toda, menos
        onde a linha ou o lead que já existe diz outra coisa.
      </p>
    </div>
    <div className="grid gap-3 md:grid-cols-2">
      <OriginFields
        origins={importOrigins}
        origem={origem}
        baseLegal={baseLegal}
        disabled={isBusy}
        onChange={onChange}
        hint={origem ? undefined : 'Sem uma escolha, fica “Planilha importada”.'}
      />
    </div>
  </section>
)

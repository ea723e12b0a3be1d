import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import type { Lead } from '#contract/leads/leads.ts'
import { leadOrigins } from '#contract/privacy/lead-privacy.ts'
import { OriginFields } from '#web/lead-display/origin-fields.tsx'
import { paths } from '#web/lib/url/paths.ts'
import { useMay } from '#web/session/session.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { changeLeadPrivacy } from '../../api-on-demand.ts'
import { refreshLeadsEverywhere } from '../../cross-tab-refresh.ts'

/** Origin and legal basis of a lead, saved with each choice. */
export default function LeadPrivacy({ lead }: { lead: Lead }) {
  const queryClient = useQueryClient()
  const maySeePerson = useMay('privacy.manage')
  const saving = useMutation({
    mutationFn: (change: Parameters<typeof changeLeadPrivacy>[1]) => changeLeadPrivacy(lead._id, change),
    networkMode: 'always',
    onSuccess: () => refreshLeadsEverywhere(queryClient),
  })
  const { origem, baseLegal, naoContatar } = { ...lead, ...(saving.isPending && saving.variables) }
  if (lead.anonymizedAt !== null) {
    return (
      <Notice tone="info" title="Dados anonimizados" className="mt-4">
        A pessoa pediu, e os dados que a identificavam foram excluídos.
      </Notice>
    )
  }
  return (
    <section aria-label="Privacidade" className="mt-4 grid gap-3 border-border border-t pt-4">
      <h3 className="text-sm text-text2">Privacidade</h3>
      <FailureNotice title="A mudança não foi salva" error={saving.error} />
      <div className="grid gap-4 sm:grid-cols-2">
        <OriginFields
          origins={leadOrigins}
          origem={origem}
          baseLegal={baseLegal}
          onChange={change => saving.mutate(change)}
        />
      </div>
      <label className="flex min-h-control items-center gap-3">
        <input
          type="checkbox"
          className="size-4.5 flex-none accent-brand"
          checked={naoContatar}
          onChange={({ target }) => saving.mutate({ naoContatar: target.checked })}
        />
        <span>Não contatar esta pessoa</span>
      </label>
      {maySeePerson && (
        <ButtonLink
          to={paths.profilePrivacy}
          state={{ leadId: lead._id }}
          variant="ghost"
          icon={<ShieldCheck />}
          className="-ml-3.5 justify-self-start"
        >
          Relatório, correção e anonimização
        </ButtonLink>
      )}
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { leadName } from '#contract/leads/lead-name.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/loading/lazy-component.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { sameContactQuery } from '../../api-on-demand.ts'

const MergeDialog = lazyComponent(() => import('../merge/merge-dialog.tsx'))

/** Names other leads of the same phone number or e-mail, and merges them into this one. */
export const SameContactNotice = ({ lead }: { lead: Lead }) => {
  const [isMerging, setMerging] = useState(false)
  const { data } = useQuery(sameContactQuery(lead))
  const [other, ...more] = data ?? []
  if (!other) return null
  return (
    <>
      <Notice
        tone="info"
        className="mt-4"
        title={`Também cadastrado como ${[other, ...more].map(leadName).join(', ')}`}
        actions={
          <Button size="sm" onClick={() => setMerging(true)}>
            Unir…
          </Button>
        }
      >
        Mesmo telefone ou e-mail.
      </Notice>
      {isMerging && <MergeDialog leads={[lead, other, ...more]} onClose={() => setMerging(false)} />}
    </>
  )
}

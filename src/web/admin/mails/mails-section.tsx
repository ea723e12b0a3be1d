import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type UndeliveredMail, undeliveredDays } from '#contract/admin.ts'
import { formatCount } from '#contract/values/numbers.ts'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { formatPage, parsePage, useUrlParams } from '#web/lib/url/use-url-params.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toasts/toast.tsx'
import { useIsMedium } from '#web/ui/use-breakpoint.ts'
import { adminErrors, adminKey, mailsPageSize, mailsQuery, resendMails } from '../api.ts'
import { PagedRows } from '../paged-rows.tsx'
import { SectionStatus } from '../section-status.tsx'
import { DiscardMail } from './discard-mail.tsx'
import { MailCards, MailTable } from './mail-rows.tsx'

/** Loads the undelivered mails of the page in the URL. */
export const useUndelivered = () => {
  const { parameters, change } = useUrlParams()
  const page = parsePage(parameters.get('emails'))
  const mails = useQuery(mailsQuery(page))
  const setPage = (next: number, options?: { replace: boolean }) => change({ emails: formatPage(next) }, options)
  return { mails, page, setPage }
}

const resentMessage = (count: number): string => {
  if (count === 0) return 'Este e-mail já não estava na lista'
  return count === 1 ? 'E-mail de volta à fila de envio' : `${formatCount(count)} e-mails de volta à fila de envio`
}

/** Lists undelivered mails with a resend button. Renders nothing when there are none. */
export const MailsSection = ({ mails, page, setPage }: ReturnType<typeof useUndelivered>) => {
  const queryClient = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const [discarding, setDiscarding] = useState<UndeliveredMail>()
  const { data, isPlaceholderData } = mails
  const Rows = useIsMedium() ? MailTable : MailCards

  // The focused row disappears, and the section disappears with its last row.
  const losesFocus = useRef(false)
  useEffect(() => {
    if (!data || !losesFocus.current) return
    losesFocus.current = false
    if (document.activeElement !== document.body) return
    const next = heading.current ?? document.querySelector('h1')
    next?.focus()
  }, [data])

  const refresh = async (): Promise<void> => {
    losesFocus.current = true
    const changed = ['mails', 'trail'].map(part => queryClient.invalidateQueries({ queryKey: [...adminKey, part] }))
    await Promise.all(changed)
  }
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: (mail: UndeliveredMail | 'all') => resendMails(mail === 'all' ? undefined : [mail._id]),
    networkMode: 'always',
    onSuccess: async ({ count }) => {
      toast.success({ title: resentMessage(count) })
      await refresh()
    },
  })
  const busy = isPending ? variables : undefined
  const resend = (mail: UndeliveredMail | 'all') => !isPending && mutate(mail)

  if (data?.total === 0) return null
  return (
    <section aria-labelledby="nao-entregues" className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id="nao-entregues" ref={heading} tabIndex={-1}>
            E-mails não entregues
          </h2>
          <p className="text-sm text-text2">
            O sistema desistiu de enviá-los. Ficam aqui por {undeliveredDays} dias: reenvie quando o problema estiver
            resolvido, ou descarte.
          </p>
        </div>
        {data && data.total > 1 && (
          <Button busy={busy === 'all'} onClick={() => resend('all')}>
            Reenviar todos
          </Button>
        )}
      </div>
      {error && (
        <Notice tone="danger" title={adminErrors.resend}>
          {errorMessage(error, adminErrors.unknown)}
        </Notice>
      )}
      {data ? (
        <PagedRows
          page={page}
          pageSize={mailsPageSize}
          total={data.total}
          noun="e-mails"
          onPage={setPage}
          isStale={isPlaceholderData}
        >
          <Rows
            mails={data.mails}
            busyId={busy === 'all' ? undefined : busy?._id}
            onResend={resend}
            onDiscard={setDiscarding}
          />
        </PagedRows>
      ) : (
        <SectionStatus query={mails} what="mails" />
      )}
      {discarding && <DiscardMail mail={discarding} onClose={() => setDiscarding(undefined)} onDiscarded={refresh} />}
    </section>
  )
}

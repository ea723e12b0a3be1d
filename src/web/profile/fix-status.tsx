import { useMutation } from '@tanstack/react-query'
import { formatCount } from '#contract/values/numbers.ts'
import { billingErrors, fixStatus } from '#web/billing/api.ts'
import { useSession } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'

const checkedText = (checked: number): string =>
  checked === 1 ? '1 cliente verificado' : `${formatCount(checked)} clientes verificados`

const fixedText = (changed: number): string => {
  if (changed === 0) return 'nenhum precisou de correção.'
  return changed === 1 ? '1 corrigido:' : `${formatCount(changed)} corrigidos:`
}

/** Syncs all customers with Stripe and shows corrected subscriptions. */
export const FixStatus = () => {
  const { replaceUser } = useSession()
  const fixing = useMutation({
    mutationFn: fixStatus,
    networkMode: 'always',
    onSuccess: ({ user }) => replaceUser(user),
  })
  const { data } = fixing
  return (
    <div className="grid justify-items-start gap-3">
      <Button busy={fixing.isPending} onClick={() => fixing.mutate()}>
        Corrigir Status (Admin)
      </Button>
      <SlowNote active={fixing.isPending} />
      <div role="status" className="w-full empty:hidden">
        {data && (
          <Notice tone="success" title={data.message}>
            <p>
              {checkedText(data.checked)}, {fixedText(data.changed.length)}
            </p>
            <ul className="mt-1 grid gap-1">
              {data.changed.map(({ email, before, after }) => (
                <li key={email} className="wrap-anywhere">
                  {email}: de {before} para {after}
                </li>
              ))}
            </ul>
          </Notice>
        )}
      </div>
      <FailureNotice title={billingErrors.fixStatus} error={fixing.error} fallback="" className="w-full" />
    </div>
  )
}

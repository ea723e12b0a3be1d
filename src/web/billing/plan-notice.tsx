import type { ReactNode } from 'react'
import { paths } from '#web/lib/url/paths.ts'
import { useMay } from '#web/session/session.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Says which plan includes a feature, and what becomes of what exists. */
export const PlanNotice = ({ title, children }: { title: string; children: ReactNode }) => {
  const mayPay = useMay('billing.manage')
  return (
    <Notice
      title={title}
      actions={
        mayPay && (
          <ButtonLink size="sm" to={paths.subscription}>
            Ver os planos
          </ButtonLink>
        )
      }
    >
      {children}
    </Notice>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { supportEmail } from '#web/lib/brand.ts'
import { linkClass } from '#web/ui/link-class.ts'
import { Notice } from '#web/ui/notice.tsx'
import { plansQuery } from '../api.ts'

/** For whoever turned back on the provider's page. */
export const CanceledNotice = () => {
  const [parameters, setParameters] = useSearchParams()
  const hasCanceledParam = parameters.get('canceled') === 'true'
  // Said for as long as one stays here, but not again after a reload.
  const [wasCanceled] = useState(hasCanceledParam)
  useEffect(() => {
    if (!hasCanceledParam) return
    const removeParam = (before: URLSearchParams) => {
      before.delete('canceled')
      return before
    }
    setParameters(removeParam, { replace: true })
  }, [hasCanceledParam, setParameters])
  if (!wasCanceled) return null
  return (
    <Notice title="Pagamento não concluído" className="mt-4">
      Nada foi cobrado. Você pode assinar quando quiser.
    </Notice>
  )
}

/** Honest about a server that nobody gave a key to. */
export const NotConfiguredNotice = () => {
  const { data } = useQuery(plansQuery)
  if (!data || data.configured) return null
  return (
    <Notice tone="warn" title="Os pagamentos ainda não estão configurados" className="mt-4">
      Por enquanto, não é possível assinar por aqui. <SupportContact />
    </Notice>
  )
}

const SupportContact = () => {
  const email = supportEmail()
  if (!email) return null
  return (
    <>
      Para assinar, escreva para{' '}
      <a href={`mailto:${email}`} className={linkClass}>
        {email}
      </a>
      .
    </>
  )
}

/** Where no money moves, nobody should have to wonder. */
export const TestModeNotice = () => {
  const { data } = useQuery(plansQuery)
  if (!data?.configured || data.mode === 'live') return null
  return <strong className="font-medium text-warn">Ambiente de teste: nenhum valor é cobrado</strong>
}

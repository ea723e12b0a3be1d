import { useQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { leadName } from '#contract/leads/lead-name.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { fillTemplate } from '#contract/templates/fill-template.ts'
import { whatsappLink } from '#contract/templates/whatsapp-link.ts'
import { formatPhone, toWhatsappNumber } from '#contract/values/phone.ts'
import { paths } from '#web/lib/url/paths.ts'
import { useMay, useUser } from '#web/session/session.tsx'
import { templatesQuery } from '#web/templates/api.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-styles.ts'
import { LoadErrorNotice } from '#web/ui/loading/load-error-notice.tsx'
import { Skeleton } from '#web/ui/loading/skeleton.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

interface WhatsappMessagesProps {
  lead: Lead
  onOpen: () => void
  onClose: () => void
}

const outside = { target: '_blank', rel: 'noopener noreferrer' }

/** Opens the conversation with a lead, with one of the account's messages or without. */
export const WhatsappMessages = ({ lead, onOpen, onClose }: WhatsappMessagesProps) => {
  const { nome } = useUser()
  const maySet = useMay('sales.settings')
  const templates = useQuery(templatesQuery)
  const number = toWhatsappNumber(lead.telefone)
  return (
    <Dialog
      open
      isSmall
      title={`WhatsApp para ${leadName(lead)}`}
      description={formatPhone(lead.telefone) || undefined}
      onClose={onClose}
      footer={
        number && (
          <>
            {maySet && (
              <ButtonLink variant="ghost" to={paths.profileSales} className="mr-auto">
                Editar mensagens
              </ButtonLink>
            )}
            <a
              {...outside}
              href={whatsappLink(number)}
              onClick={onOpen}
              className={buttonClass({ variant: 'primary' })}
            >
              <MessageCircle aria-hidden="true" />
              Abrir sem mensagem
            </a>
          </>
        )
      }
    >
      {!number && (
        <p className="text-text2">
          {lead.telefone
            ? 'O WhatsApp precisa do número completo, com DDD. Corrija o telefone deste lead.'
            : 'Este lead ainda não tem telefone.'}
        </p>
      )}
      {number && templates.isPending && <Skeleton className="h-24 w-full" />}
      {number && templates.isError && !templates.data && (
        <LoadErrorNotice title="Não foi possível carregar as mensagens" query={templates} />
      )}
      {number && (
        <ul className="grid gap-2">
          {templates.data?.templates.map(({ _id, nome: name, texto }) => {
            const text = fillTemplate(texto, lead, { nome, company: templates.data.company })
            return (
              <li key={_id}>
                <a
                  {...outside}
                  href={whatsappLink(number, text)}
                  onClick={onOpen}
                  className="grid gap-1 rounded-control border border-border p-3 hover:border-border-strong hover:bg-hover"
                >
                  <span className="font-medium">{name}</span>
                  <span className="wrap-anywhere whitespace-pre-line text-sm text-text2">{text}</span>
                </a>
              </li>
            )
          })}
        </ul>
      )}
    </Dialog>
  )
}

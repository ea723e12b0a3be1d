import type { UndeliveredMail } from '#contract/admin.ts'
import { formatDateTime } from '#contract/values/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { failureText, mailNames } from './mail-text.ts'

interface MailRowsProps {
  mails: readonly UndeliveredMail[]
  /** Id of the mail that is being resent. */
  busyId: string | undefined
  onResend: (mail: UndeliveredMail) => void
  onDiscard: (mail: UndeliveredMail) => void
}

const cell = 'px-3 py-2 align-middle'

export const MailTable = ({ mails, ...actions }: MailRowsProps) => (
  <div className="overflow-x-auto rounded-panel border border-border bg-surface">
    <table className="w-full min-w-200 table-fixed border-collapse text-sm">
      <caption className="sr-only">E-mails não entregues</caption>
      <thead className="border-border border-b bg-column text-left text-text2">
        <tr className="h-10">
          <th scope="col" className="w-[32%] px-3 pl-4 font-medium lg:pl-5">
            E-mail
          </th>
          <th scope="col" className="px-3 font-medium">
            Por quê
          </th>
          <th scope="col" className="w-36 px-3 font-medium">
            Desde
          </th>
          <th scope="col" className="w-60 px-3">
            <span className="sr-only">Ações</span>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-border">
        {mails.map(mail => (
          <tr key={mail._id} className="hover:bg-hover">
            <th scope="row" className={`${cell} pl-4 text-left font-normal lg:pl-5`}>
              <MailName mail={mail} />
            </th>
            <td className={`${cell} break-words`}>{failureText(mail)}</td>
            <td className={cell}>{formatDateTime(mail.failedAt)}</td>
            <td className="pr-1.5 text-right lg:pr-3">
              <Actions mail={mail} {...actions} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

export const MailCards = ({ mails, ...actions }: MailRowsProps) => (
  <ul aria-label="E-mails não entregues" className="grid gap-2">
    {mails.map(mail => (
      <li key={mail._id} className="grid gap-1 rounded-control border border-border bg-surface p-3 text-sm">
        <MailName mail={mail} />
        <span className="break-words">{failureText(mail)}</span>
        <span className="text-text2">{formatDateTime(mail.failedAt)}</span>
        <div className="-mx-2.5 -mb-1.5">
          <Actions mail={mail} {...actions} />
        </div>
      </li>
    ))}
  </ul>
)

const MailName = ({ mail: { kind, recipient } }: { mail: UndeliveredMail }) => (
  <span className="block min-w-0">
    <span className="block truncate font-medium">{mailNames[kind]}</span>
    <span title={recipient} className="block truncate text-text2">
      {recipient}
    </span>
  </span>
)

type ActionsProps = Omit<MailRowsProps, 'mails'> & { mail: UndeliveredMail }

const Actions = ({ mail, busyId, onResend, onDiscard }: ActionsProps) => {
  const mailLabel = `${mailNames[mail.kind]}, para ${mail.recipient}`
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        busy={busyId === mail._id}
        aria-label={`Reenviar: ${mailLabel}`}
        onClick={() => onResend(mail)}
      >
        Reenviar
      </Button>
      <Button variant="dangerGhost" size="sm" aria-label={`Descartar: ${mailLabel}`} onClick={() => onDiscard(mail)}>
        Descartar
      </Button>
    </>
  )
}

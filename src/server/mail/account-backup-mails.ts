import type { MailContent } from './layout.ts'

/** Mails about the backups of an account. */
export type AccountBackupMail =
  | { kind: 'backup-downloaded'; nome: string; at: string }
  | { kind: 'backups-ending'; nome: string; until: string }
  | { kind: 'backups-failing'; nome: string; dataUntil: string | null }

export const accountBackupMail = (
  mail: AccountBackupMail,
  {
    hello,
    help,
    brandName,
    moment,
  }: Record<'hello' | 'help' | 'brandName', string> & { moment: (iso: string) => string },
): Pick<MailContent, 'subject' | 'paragraphs'> => {
  switch (mail.kind) {
    case 'backup-downloaded':
      return {
        subject: `Uma cópia da sua conta no ${brandName} vai ser baixada`,
        paragraphs: [
          hello,
          `Em ${moment(mail.at)}, com a sua senha, foi criado um link para baixar uma cópia da conta. O arquivo tem todos os leads, com contatos e notas.`,
          'Se foi você, guarde o arquivo em lugar seguro.',
          `Se não foi você, redefina sua senha agora e ${help}.`,
        ],
      }
    case 'backups-failing':
      return {
        subject: `As cópias da sua conta no ${brandName} estão falhando`,
        paragraphs: [
          hello,
          'Não estamos conseguindo fazer a cópia diária da sua conta. Os leads continuam na conta e não mudam; o problema é só a cópia.',
          mail.dataUntil
            ? `A última cópia verificada tem os dados de ${moment(mail.dataUntil)} e continua guardada.`
            : 'Ainda não há nenhuma cópia verificada da conta.',
          'O sistema tenta novamente a cada hora. Este aviso só volta se as cópias voltarem a funcionar e falharem outra vez.',
          `Enquanto isso, você pode exportar seus dados no perfil. Se continuar assim, ${help}.`,
        ],
      }
    case 'backups-ending':
      return {
        subject: `As cópias da sua conta no ${brandName} ficam até ${moment(mail.until).split(',')[0]}`,
        paragraphs: [
          hello,
          'O plano da sua conta não inclui mais o backup automático, e novas cópias não são feitas.',
          `As que já existem ficam guardadas até ${moment(mail.until)}: até lá, você pode baixá-las. Seus leads não mudam.`,
          'Com o Profissional ou o Empresarial, as cópias voltam a ser feitas e guardadas.',
        ],
      }
  }
}

import { planEntitlements } from '#contract/billing/entitlements.ts'
import {
  backupLinkMinutes,
  bulkUndoDays,
  captureDays,
  emailLinkHours,
  feedDays,
  idempotencyHours,
  importUndoDays,
  inviteDays,
  notificationDays,
  pausedBackupDays,
  resetLinkHours,
  restoreUndoDays,
  sessionIdleDays,
  sessionMaxDays,
  stripeEventDays,
  trashDays,
  undeliveredDays,
  webhookDays,
} from '#contract/retention.ts'

/** What is kept, what for and on which legal basis. */
export const collected = [
  ['Nome e e-mail', 'Criar sua conta, deixar você entrar e escrever sobre ela', 'Contrato (art. 7º, V)'],
  ['Senha', 'Conferir que é você. Fica só o hash (Argon2id), do qual a senha não se recupera', 'Contrato (art. 7º, V)'],
  [
    'Seus leads: nome, negócio, telefone, e-mail, serviço, valor, etapa, datas, responsável, origem, base legal, notas e o mais que você escrever neles',
    'Mostrar, buscar, somar e exportar o que você cadastrou',
    'Definida por você, que é o controlador deles',
  ],
  [
    'Aparelhos conectados: navegador, sistema e quando foram usados',
    'Manter você conectado e deixar você desconectar um aparelho à distância',
    'Contrato (art. 7º, V)',
  ],
  [
    'Cobrança: plano, faturas, valores, datas e o número de cliente no Stripe; se você informar, CPF ou CNPJ, nome ou razão social e endereço',
    'Cobrar a assinatura, emitir a nota fiscal e prestar contas',
    'Contrato (art. 7º, V) e obrigação legal (art. 7º, II)',
  ],
  [
    'Registros de acesso: data, hora, endereço IP e o que foi pedido ao servidor',
    'Segurança e o que o Marco Civil da Internet exige',
    'Obrigação legal (art. 7º, II)',
  ],
  [
    'Equipe e configurações: quem faz parte da conta, convites, marca, modelos de mensagem, formulários, webhooks e o registro do que cada pessoa mudou, com endereço IP',
    'Mostrar a conta a quem trabalha nela e dizer quem mudou o quê',
    'Contrato (art. 7º, V)',
  ],
  [
    'Pedidos de titulares que você registra: nome, telefone, e-mail e a resposta; de quem foi excluído, só o hash do telefone e do e-mail',
    'Provar que o pedido foi atendido e não deixar a pessoa voltar por uma planilha ou um formulário',
    'Obrigação legal (art. 7º, II)',
  ],
  [
    'Tentativas de entrar: contagem por e-mail e endereço IP, guardados como hash',
    'Barrar quem tenta adivinhar senhas',
    'Legítimo interesse (art. 7º, IX)',
  ],
] as const

const { pro, enterprise } = planEntitlements
const accountBackupsText = `${pro.dailyCopyDays} dias no Profissional; no Empresarial, ${enterprise.dailyCopyDays} dias, e uma por semana durante ${enterprise.weeklyCopyWeeks} semanas. Sem esses planos, mais ${pausedBackupDays} dias; com a exclusão da conta, nenhum`

/** How long each is kept. */
export const kept = [
  ['Conta e leads', 'Enquanto a conta existir, com ou sem assinatura'],
  ['Lead excluído', `Até ${trashDays} dias na lixeira. Depois fica só um número sem nenhum dado dele`],
  ['História e notas de um lead', 'Enquanto o lead existir, contando os dias na lixeira'],
  ['O que era antes de uma mudança de muitos leads de uma vez, para desfazer', `${bulkUndoDays} dias`],
  ['A planilha importada e o que era antes dela, para desfazer', `${importUndoDays} dias`],
  ['O que era antes de uma restauração, para desfazer', `${restoreUndoDays} dias`],
  ['Convite para a equipe', `${inviteDays} dias`],
  ['Registro da equipe e pedidos de titulares', 'Enquanto a conta existir'],
  ['O que foi enviado por um formulário de cliente e ainda não é lead', `${captureDays} dias`],
  ['Mensagens dos webhooks e o registro dos envios', `${webhookDays} dias`],
  ['Respostas da API, para pedidos repetidos por um sistema seu', `${idempotencyHours} horas`],
  ['Lista de mudanças para sincronizar aparelhos (qual lead, quando e por quem)', `${feedDays} dias`],
  ['Notificação no sistema', `${notificationDays} dias`],
  ['Aparelho conectado', `${sessionIdleDays} dias sem uso, ou ${sessionMaxDays} dias no total`],
  [
    'Link para redefinir a senha ou confirmar um e-mail',
    `${resetLinkHours} hora, no primeiro caso; ${emailLinkHours} horas, no segundo`,
  ],
  [
    'E-mails que enviamos a você',
    `Excluídos logo depois do envio. Os que não puderam ser entregues, em ${undeliveredDays} dias`,
  ],
  ['Contagem de tentativas de entrar', 'De alguns minutos a 30 dias, conforme o limite'],
  ['Avisos de pagamento recebidos do Stripe', `${stripeEventDays} dias`],
  ['Faturas', 'O prazo da lei fiscal. Se você excluir a conta, ficam só número, valores e datas, sem seu nome'],
  ['Registros de acesso', '6 meses (Marco Civil da Internet, art. 15)'],
  ['Registro de auditoria: o que nossa equipe consultou ou alterou', 'Enquanto o serviço existir, para prestar contas'],
  ['Cópias de segurança do sistema', 'Até 35 dias, quando são substituídas por outras'],
  ['Cópias diárias da conta, nos planos que as têm', accountBackupsText],
  ['Link para baixar uma dessas cópias', `${backupLinkMinutes} minutos`],
] as const

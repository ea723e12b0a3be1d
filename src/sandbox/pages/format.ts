const zone = 'America/Sao_Paulo'
const longDay = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: zone })
const shortDay = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone: zone })
const dateAndTime = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone })

export const formatMoney = (cents: number, currency: string): string =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency }).format(cents / 100)

export const formatDate = (seconds: number): string => longDay.format(seconds * 1000)
export const formatShortDate = (seconds: number): string => shortDay.format(seconds * 1000)
export const formatDateTime = (seconds: number): string => dateAndTime.format(seconds * 1000)

const subscriptionStatuses: Record<string, string> = {
  active: 'Ativa',
  canceled: 'Cancelada',
  incomplete: 'Aguardando o primeiro pagamento',
  incomplete_expired: 'Nunca paga',
  past_due: 'Em atraso',
  paused: 'Pausada',
  trialing: 'Em teste',
  unpaid: 'Não paga',
}
const invoiceStatuses: Record<string, string> = {
  draft: 'Rascunho',
  open: 'Aberto',
  paid: 'Pago',
  uncollectible: 'Aberto',
  void: 'Anulado',
}
const intervals: Record<string, string> = { day: 'por dia', week: 'por semana', month: 'por mês', year: 'por ano' }

const disputeStatuses: Record<string, string> = {
  needs_response: 'Contestado: aguarda resposta',
  under_review: 'Contestado: em análise',
  won: 'Contestação ganha',
  lost: 'Contestação perdida',
}

export const disputeStatusLabel = (status: string): string => disputeStatuses[status] ?? status
export const subscriptionStatusLabel = (status: string): string => subscriptionStatuses[status] ?? status
export const invoiceStatusLabel = (status: string | null): string => invoiceStatuses[status ?? ''] ?? 'Rascunho'
export const formatInterval = (interval: string | undefined): string => intervals[interval ?? ''] ?? ''

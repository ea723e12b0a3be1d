import type { User } from '#contract/auth/user.ts'
import {
  isOnTrial,
  planNames,
  type SubscriptionStatus,
  subscriptionStatusLabel,
} from '#contract/billing/subscription.ts'
import { formatTimestampDate } from '#contract/values/dates.ts'
import type { NoticeTone } from '#web/ui/notice.tsx'
import { formatScheduledChange, isCancelScheduled } from './renewal.ts'

interface AccessSummary {
  tone: NoticeTone
  title: string
  text: string
}

const kept = 'Seus leads estão guardados e você pode baixar todos eles aqui.'

const reasons: Record<SubscriptionStatus, string> = {
  active: 'Seu acesso está liberado.',
  past_due: `A última cobrança não foi aprovada e o Dashboard está suspenso. Ele volta assim que a fatura for paga. ${kept}`,
  canceled: `Sua assinatura terminou. Assine um plano para voltar ao Dashboard. ${kept}`,
  inactive: `Sua assinatura não está ativa. Assine um plano para voltar ao Dashboard. ${kept}`,
}

const returned = `O pagamento deste período foi devolvido e o Dashboard está suspenso. Ele volta com o próximo pagamento. Para voltar antes, cancele a assinatura no perfil e assine novamente. ${kept}`

/** Explains in one or two sentences why the user has or lacks access to leads. */
export function accessSummary(user: User, now: Date): AccessSummary {
  if (user.role === 'admin') {
    return { tone: 'info', title: 'Conta de administrador', text: 'Administradores têm acesso sem assinatura.' }
  }
  if (isOnTrial(user, now)) {
    return {
      tone: 'info',
      title: `Seu teste gratuito termina em ${formatTimestampDate(user.trial_end)}`,
      text: 'Até lá, você usa tudo. Depois, nada é apagado. Se assinar antes, o plano começa na hora e os dias de teste restantes não são somados.',
    }
  }
  if (user.pending_payment?.is_first && user.subscription_status !== 'active') {
    return {
      tone: 'warn',
      title: 'O Dashboard abre quando o pagamento chegar',
      text: `Nada foi apagado. ${kept}`,
    }
  }
  if (user.subscription_status === 'inactive' && user.subscription_plan === null) {
    return {
      tone: 'warn',
      title: `Seu teste terminou em ${formatTimestampDate(user.trial_end)}. Nada foi apagado.`,
      text: `Assine um plano para voltar ao Dashboard. ${kept}`,
    }
  }
  return subscriptionSummary(user)
}

function subscriptionSummary(user: User): AccessSummary {
  const plan = user.subscription_plan ? `Plano ${planNames[user.subscription_plan]}: ` : 'Assinatura: '
  const title = `${plan}${subscriptionStatusLabel(user.subscription_status)}`
  if (isCancelScheduled(user) && user.current_period_end) {
    const end = formatTimestampDate(user.current_period_end)
    return { tone: 'warn', title, text: `Seu acesso vai até ${end}. Depois, nada é apagado, e você pode voltar.` }
  }
  const change = formatScheduledChange(user)
  if (user.subscription_status === 'active' && change) {
    return { tone: 'success', title, text: `${reasons.active} ${change}; até lá, nada muda.` }
  }
  return {
    tone: user.subscription_status === 'active' ? 'success' : 'warn',
    title,
    text: user.payment_returned ? returned : reasons[user.subscription_status],
  }
}

import { formatMomentDay } from '#contract/dates.ts'
import { isOnTrial, planNames, subscriptionStatusLabel } from '#contract/subscription.ts'
import type { User } from '#contract/user.ts'
import type { NoticeTone } from '#web/ui/notice.tsx'

interface AccessSummary {
  tone: NoticeTone
  title: string
  text: string
}

/** In one sentence or two, why this person may or may not work with their leads. */
export function accessSummary(user: User, now: Date): AccessSummary {
  if (user.role === 'admin') {
    return { tone: 'info', title: 'Conta de administrador', text: 'Administradores têm acesso sem assinatura.' }
  }
  if (isOnTrial(user, now)) {
    return {
      tone: 'info',
      title: `Seu teste gratuito termina em ${formatMomentDay(user.trial_end)}`,
      text: 'Até lá, você usa tudo, sem limite de leads. Depois, nada é apagado.',
    }
  }
  if (user.subscription_status === 'inactive' && user.subscription_plan === null) {
    return {
      tone: 'warn',
      title: `Seu teste terminou em ${formatMomentDay(user.trial_end)}. Nada foi apagado.`,
      text: 'Seus leads estão guardados e você pode baixar todos eles aqui.',
    }
  }
  const plan = user.subscription_plan ? `Plano ${planNames[user.subscription_plan]}: ` : 'Assinatura: '
  const title = `${plan}${subscriptionStatusLabel(user.subscription_status)}`
  return user.subscription_status === 'active'
    ? { tone: 'success', title, text: 'Seu acesso está liberado.' }
    : { tone: 'warn', title, text: 'Seus leads estão guardados e você pode baixar todos eles aqui.' }
}

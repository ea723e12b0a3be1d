/** Covers a late confirmation and an abandoned payment. */
export const unconfirmedText = {
  title: 'Ainda não recebemos a confirmação do pagamento',
  text: 'Se você pagou, ela costuma chegar em poucos minutos: verifique novamente daqui a pouco. Se não pagou, nada foi cobrado.',
} as const

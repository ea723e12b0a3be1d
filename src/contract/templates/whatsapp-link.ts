/** Address that opens a conversation in WhatsApp, with a text to send. `number` is that of `toWhatsappNumber`. */
export const whatsappLink = (number: string, text = ''): string =>
  // `URLSearchParams` writes spaces as "+", which some clients show.
  `https://wa.me/${number}${text && `?text=${encodeURIComponent(text)}`}`

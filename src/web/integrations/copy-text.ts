import { toast } from '#web/ui/toasts/toast.tsx'

/** Copies a text to the clipboard and says so. */
export const copyText = (text: string): void =>
  void navigator.clipboard.writeText(text).then(
    () => toast.success({ title: 'Copiado' }),
    () => toast.error({ title: 'Não foi possível copiar', description: 'Selecione o texto e copie.' }),
  )

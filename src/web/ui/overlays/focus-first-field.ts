const firstField = 'input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled)'

/**
 * On touch screens the title takes the focus, because a field would open the keyboard over the dialog, unless the field is what
 * the dialog is for.
 */
export const focusFirstField = (content: HTMLElement | null) => {
  const touch = window.matchMedia('(pointer: coarse)').matches
  const target =
    content?.querySelector<HTMLElement>('[data-first-focus]') ??
    (touch ? null : content?.querySelector<HTMLElement>(firstField)) ??
    content?.querySelector<HTMLElement>('h2')
  target?.focus()
}

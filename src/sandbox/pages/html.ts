/** Escaped markup. Only `html` creates it, so every other value in a page is escaped. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}
type Part = Html | string | number | false | null | undefined | Part[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, char => entities[char] ?? '')

const render = (part: Part): string => {
  if (part === false || part === null || part === undefined) return ''
  if (part instanceof Html) return part.markup
  return Array.isArray(part) ? part.map(render).join('') : escaped(String(part))
}

export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.reduce((out, text, index) => out + render(parts[index - 1]) + text))

export const table = (label: string, headings: string[], rows: Html[]): Html =>
  rows.length === 0
    ? html`<p class="hint">Nada por aqui ainda.</p>`
    : html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table><thead><tr>${headings.map(heading => html`<th>${heading}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`

import clsx from 'clsx'
import { Copy, Download, ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CaptureForm } from '#contract/capture/capture.ts'
import { formPath } from '#contract/capture/capture-fields.ts'
import { copyText } from '#web/integrations/copy-text.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-styles.ts'
import { controlClass } from '#web/ui/fields/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { formSnippet, frameSnippet } from './form-snippet.ts'

const maxRows = 8

interface SnippetProps {
  title: string
  text: string
  code: string
  children?: ReactNode
}

const Snippet = ({ title, text, code, children }: SnippetProps) => (
  <section className="grid min-w-0 grid-cols-1 gap-2">
    <h3 className="font-semibold">{title}</h3>
    <p className="text-sm text-text2">{text}</p>
    <textarea
      readOnly
      aria-label={title}
      value={code}
      rows={Math.min(code.split('\n').length, maxRows)}
      wrap="off"
      spellCheck={false}
      onFocus={event => event.target.select()}
      className={clsx(controlClass, 'resize-y py-2 font-mono text-sm')}
    />
    <div className="flex flex-wrap gap-2">
      <Button size="sm" icon={<Copy />} aria-label={`Copiar: ${title}`} onClick={() => copyText(code)}>
        Copiar
      </Button>
      {children}
    </div>
  </section>
)

/** The ways to bring people to a form. */
export const ShareDialog = ({ form, onClose }: { form: CaptureForm; onClose: () => void }) => {
  const { origin } = location
  const path = formPath(form.key)
  const qrCode = `${path}/qr.svg`
  const linkLook = buttonClass({ variant: 'secondary', size: 'sm' })
  return (
    <Dialog open title="Divulgar o formulário" description={form.nome} onClose={onClose}>
      <div className="grid grid-cols-1 gap-6">
        <Snippet
          title="Link"
          text="Para a bio, o WhatsApp e os anúncios. A página abre em qualquer celular."
          code={origin + path}
        >
          <a href={path} target="_blank" rel="noreferrer" className={linkLook}>
            <ExternalLink aria-hidden="true" />
            Abrir
          </a>
        </Snippet>
        <section className="grid min-w-0 grid-cols-1 gap-2">
          <h3 className="font-semibold">QR code</h3>
          <p className="text-sm text-text2">Para o balcão, o cartão e a feira.</p>
          <img
            src={qrCode}
            alt="QR code do link do formulário"
            width={176}
            height={176}
            className="rounded-control border border-border bg-[white]"
          />
          <a href={qrCode} download={`qr-${form.nome}.svg`} className={`${linkLook} justify-self-start`}>
            <Download aria-hidden="true" />
            Baixar
          </a>
        </section>
        <Snippet
          title="Formulário no seu site"
          text="Cole no HTML da página. Fica com o visual do site e não precisa de script."
          code={formSnippet(form, origin)}
        />
        <Snippet
          title="Página dentro do seu site"
          text="Mostra a página do formulário em um quadro."
          code={frameSnippet(form, origin)}
        />
        <Snippet
          title="De outro sistema"
          text="Envie por POST, em JSON ou como formulário. Os nomes usuais dos campos são entendidos, em português e em inglês."
          code={`curl ${origin}/api/capture/${form.key} \\
  -H 'Content-Type: application/json' \\
  -d '{"nome":"Ana Souza","telefone":"(11) 98765-4321","mensagem":"Quero um site"}'`}
        />
      </div>
    </Dialog>
  )
}

import { Copy } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { copyText } from './copy-text.ts'

interface ShownOnceProps {
  title: string
  text: string
  value: string
  onClose: () => void
}

/** A secret that is not shown again. */
export const ShownOnce = ({ title, text, value, onClose }: ShownOnceProps) => (
  <Notice tone="success" title={title}>
    <p>{text}</p>
    <code className="mt-2 block select-all wrap-anywhere rounded-control bg-surface px-3 py-2 text-sm text-text">
      {value}
    </code>
    <div className="mt-3 flex flex-wrap gap-2">
      <Button size="sm" icon={<Copy />} onClick={() => copyText(value)}>
        Copiar
      </Button>
      <Button size="sm" variant="ghost" onClick={onClose}>
        Já guardei
      </Button>
    </div>
  </Notice>
)

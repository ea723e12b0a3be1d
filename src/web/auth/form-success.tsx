import { type ReactNode, useEffect, useRef } from 'react'
import { Notice } from '#web/ui/notice.tsx'

/** Replaces a completed form and takes its focus, which would otherwise be lost. */
export const FormSuccess = ({
  title,
  children,
  actions,
}: {
  title: string
  children?: ReactNode
  actions?: ReactNode
}) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} role="status" tabIndex={-1} className="outline-none">
      <Notice tone="success" title={title} actions={actions}>
        {children}
      </Notice>
    </div>
  )
}

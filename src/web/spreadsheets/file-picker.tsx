import { useMutation, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { FileSpreadsheet } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import type { Import } from '#contract/spreadsheets/import.ts'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { importQuery, rejectionOf, uploadFile } from './api.ts'

const failure = 'O arquivo não foi enviado'

/** Uploads a chosen or dropped file. */
export const FilePicker = ({ onUploaded }: { onUploaded: (uploaded: Import) => void }) => {
  const queryClient = useQueryClient()
  const [isOver, setOver] = useState(false)
  const [rejection, setRejection] = useState<string>()
  const [share, setShare] = useState(0)
  const uploading = useMutation({
    mutationFn: (file: File) => uploadFile(file, setShare),
    networkMode: 'always',
    onSuccess: uploaded => {
      queryClient.setQueryData(importQuery(uploaded._id).queryKey, uploaded)
      onUploaded(uploaded)
    },
  })
  const choose = (file: File | undefined) => {
    if (!file || uploading.isPending) return
    const reason = rejectionOf(file)
    setRejection(reason)
    setShare(0)
    if (reason === undefined) uploading.mutate(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    choose(event.dataTransfer.files[0])
  }
  return (
    <section aria-label="Arquivo" className="mt-6 grid gap-3">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition to the button inside */}
      <div
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={clsx(
          'grid grid-cols-1 justify-items-center gap-3 rounded-panel border border-dashed px-4 py-10 text-center',
          isOver ? 'border-brand bg-brand-soft' : 'border-border-strong bg-surface',
        )}
      >
        <FileSpreadsheet aria-hidden="true" className="size-8 text-text3" />
        <p className="text-text2 max-md:hidden">Arraste a planilha para cá ou</p>
        <FileButton
          label="Planilha de leads"
          accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain"
          variant="primary"
          busy={uploading.isPending}
          onFile={choose}
        >
          {uploading.isPending ? 'Enviando...' : 'Escolher arquivo'}
        </FileButton>
        {uploading.isPending && <progress value={share} aria-label="Envio" className="h-2 w-60 max-w-full" />}
        <p className="text-sm text-text3">CSV, TXT ou XLSX, até 30 MB e 100.000 linhas</p>
      </div>
      {rejection !== undefined && (
        <Notice tone="danger" title={failure}>
          {rejection}
        </Notice>
      )}
      {uploading.isError && (
        <Notice
          tone="danger"
          title={failure}
          actions={
            <Button size="sm" onClick={() => uploading.mutate(uploading.variables)}>
              Tentar novamente
            </Button>
          }
        >
          {errorMessage(uploading.error)}
        </Notice>
      )}
    </section>
  )
}

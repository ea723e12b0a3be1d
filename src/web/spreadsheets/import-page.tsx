import { LeadsPageLayout } from '#web/leads/leads-page-layout.tsx'
import { useUrlParams } from '#web/lib/url/use-url-params.ts'
import { FilePicker } from './file-picker.tsx'
import { ImportList } from './import-list.tsx'
import { ImportView } from './import-view.tsx'

export default function ImportPage() {
  const { parameters, change } = useUrlParams()
  const id = parameters.get('arquivo')
  return (
    <LeadsPageLayout
      title="Importar planilha"
      text="Envie seus leads em CSV, TXT ou XLSX, do jeito que a planilha está. Nada é gravado antes de você conferir."
      action="leads.import"
    >
      {id ? (
        <ImportView key={id} id={id} onLeave={() => change({ arquivo: undefined })} />
      ) : (
        <>
          <FilePicker onUploaded={({ _id }) => change({ arquivo: _id })} />
          <ImportList onOpen={({ _id }) => change({ arquivo: _id })} />
        </>
      )}
    </LeadsPageLayout>
  )
}

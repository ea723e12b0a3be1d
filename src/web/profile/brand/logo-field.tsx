import { maxLogoBytes } from '#contract/brand/brand.ts'
import { useSettingWrite } from '#web/forms/use-setting-write.ts'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { useSession } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { showFailure } from '#web/ui/toasts/show-failure.ts'
import { brandQuery, removeLogo, uploadLogo } from './brand-api.ts'

const tooLarge = 'A imagem passa de 1 MB. Reduza e envie de novo.'

export const LogoField = ({ logo }: { logo: string | null }) => {
  const { reload } = useSession()
  const uploading = useSettingWrite(
    brandQuery.queryKey,
    async (file: File) => {
      if (file.size > maxLogoBytes) throw new Error(tooLarge)
      await uploadLogo(file)
      await reload()
    },
    'Logo salva',
  )
  const removing = useSettingWrite(
    brandQuery.queryKey,
    async () => {
      await removeLogo()
      await reload()
    },
    'Logo removida',
  )
  return (
    <div className="grid gap-3">
      {uploading.isError && (
        <Notice tone="danger" title="A logo não foi salva">
          {errorMessage(uploading.error, tooLarge)}
        </Notice>
      )}
      {logo && (
        <img
          src={logo}
          alt="Logo atual"
          className="h-16 max-w-full justify-self-start rounded-control border border-border bg-[white] object-contain p-2"
        />
      )}
      <div className="flex flex-wrap gap-2">
        <FileButton
          label="Arquivo da logo"
          accept="image/png,image/jpeg,image/webp"
          busy={uploading.isPending}
          onFile={file => uploading.mutate(file)}
        >
          {logo ? 'Trocar a logo' : 'Enviar a logo'}
        </FileButton>
        {logo && (
          <Button
            variant="ghost"
            busy={removing.isPending}
            onClick={() =>
              removing.mutate(undefined, { onError: error => showFailure('A logo não foi removida', error) })
            }
          >
            Remover
          </Button>
        )}
      </div>
      <SlowNote active={uploading.isPending} />
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { type Brand, logoSize } from '#contract/brand/brand.ts'
import { PlanNotice } from '#web/billing/plan-notice.tsx'
import { brand as productName } from '#web/lib/brand.ts'
import { paths } from '#web/lib/url/paths.ts'
import { LoadErrorNotice } from '#web/ui/loading/load-error-notice.tsx'
import { ListSkeleton } from '../list-skeleton.tsx'
import { ProfileLayout } from '../profile-layout.tsx'
import { Section } from '../section.tsx'
import { brandQuery } from './brand-api.ts'
import { BrandForm } from './brand-form.tsx'
import { LogoField } from './logo-field.tsx'

export default function BrandPage() {
  return (
    <ProfileLayout path={paths.profileBrand}>
      <BrandSections />
    </ProfileLayout>
  )
}

const BrandSections = () => {
  const brand = useQuery(brandQuery)
  if (!brand.data)
    return (
      <div className="mt-6">
        {brand.isError ? <LoadErrorNotice title="Não foi possível carregar a marca" query={brand} /> : <ListSkeleton />}
      </div>
    )
  if (!brand.data.isShown) return <PausedBrand {...brand.data} />
  return (
    <>
      <Section
        title="Nome e cor"
        text="No topo das páginas, no título da aba, no relatório em PDF e nos seus formulários. Vale para toda a equipe."
      >
        <BrandForm stored={brand.data} />
      </Section>
      <Section
        title="Logo"
        text={`PNG, JPEG ou WebP de até 1 MB, de preferência com fundo transparente. Ela é reduzida a ${logoSize.width} × ${logoSize.height} pixels.`}
      >
        <LogoField logo={brand.data.logo} />
      </Section>
      <p className="mt-6 text-sm text-text3">
        A entrada, os planos e os e-mails da sua conta continuam com a marca {productName()}.
      </p>
    </>
  )
}

/** The settings wait for the plan. */
const PausedBrand = ({ nome, color, logo }: Brand) => {
  const stored = [nome && 'o nome', color && 'a cor', logo && 'a logo'].filter(Boolean)
  return (
    <div className="mt-6 grid gap-4">
      <PlanNotice title="Sua marca vem com o Empresarial">
        {stored.length === 0
          ? `Com ela, sua equipe e seus contatos veem seu nome, sua logo e sua cor no lugar da marca ${productName()}.`
          : `Guardamos ${new Intl.ListFormat('pt-BR').format(stored as string[])} que você escolheu: voltam com o plano.`}
      </PlanNotice>
      {stored.length > 0 && (
        <div className="flex items-center gap-3 opacity-60 grayscale">
          {logo && <img src={logo} alt="" className="h-10 max-w-48 rounded-sm bg-[white] object-contain p-1" />}
          {nome}
        </div>
      )}
    </div>
  )
}

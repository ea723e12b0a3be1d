import { buildPath, endpoint } from '../endpoint.ts'
import { Id } from '../values/id.ts'
import { BoundedText, NullableText } from '../values/text.ts'
import { z } from '../zod.ts'

export const maxBrandNameLength = 40
export const maxLogoBytes = 1_000_000
/** Of the uploaded picture. More could take gigabytes to decode. */
export const maxLogoPixels = 4_000_000
/** The stored picture fits into it. */
export const logoSize = { width: 640, height: 160 } as const

const LogoParams = z.object({
  accountId: Id,
  sha: BoundedText(64, 'Endereço inválido').check(z.regex(/^[\da-f]{64}$/, { error: 'Endereço inválido' })),
})

export const BrandForm = z.object({
  nome: NullableText(maxBrandNameLength),
  color: z.nullable(
    BoundedText(7, 'Escolha uma cor').check(
      z.toLowerCase(),
      z.regex(/^#[\da-f]{6}$/, { error: 'Informe a cor com seis dígitos, de 000000 a ffffff' }),
    ),
  ),
})
export type BrandForm = z.infer<typeof BrandForm>

/** `was`: what the caller had shown. Without it, both fields are taken. */
export const BrandChange = z.extend(BrandForm, { was: z.optional(z.partial(BrandForm)) })

/** What the owner has set, also while the plan does not hold it. */
export const Brand = z.object({
  nome: z.nullable(z.string()),
  color: z.nullable(z.string()),
  /** URL of the logo. */
  logo: z.nullable(z.string()),
  /** Whether the plan holds it now. Otherwise everyone sees the product's own brand. */
  isShown: z.boolean(),
})
export type Brand = z.infer<typeof Brand>

export const brandApi = {
  find: endpoint({
    method: 'GET',
    path: '/brand',
    access: 'brand.manage',
    summary: 'Name, color and logo that the account has set',
    status: 200,
    response: Brand,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/brand',
    access: 'brand.manage',
    summary:
      'Sets the name and the color; needs a plan with white-label. Returns `stale_setting` if others changed them since `was`',
    body: BrandChange,
    status: 200,
    response: Brand,
  }),
  changeLogo: endpoint({
    method: 'PUT',
    path: '/brand/logo',
    access: 'brand.manage',
    summary: 'Sets the logo from a PNG, JPEG or WebP up to 1 MB; needs a plan with white-label',
    bytes: true,
    bodyLimit: maxLogoBytes,
    weight: 'export',
    status: 200,
    response: Brand,
  }),
  removeLogo: endpoint({
    method: 'DELETE',
    path: '/brand/logo',
    access: 'brand.manage',
    summary: 'Removes the logo',
    status: 200,
    response: Brand,
  }),
  viewLogo: endpoint({
    method: 'GET',
    path: '/brand/:accountId/:sha',
    access: 'public',
    summary: 'A logo as a PNG. Its URL changes with it, so it may be cached forever',
    params: LogoParams,
    status: 200,
    fileMediaType: 'image/png',
  }),
}

export const logoUrl = (accountId: string, sha: string): string =>
  `/api${buildPath(brandApi.viewLogo.path, { accountId, sha })}`

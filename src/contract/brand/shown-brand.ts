import { z } from '../zod.ts'

/** The brand as pages show it. Absent parts are the product's own. */
export const ShownBrand = z.object({
  nome: z.optional(z.string()),
  logo: z.optional(z.string()),
  /** A style sheet with the colors of both themes. */
  style: z.optional(z.string()),
})
export type ShownBrand = z.infer<typeof ShownBrand>

import { z } from '#contract/zod.ts'

const keyOf = (userId: string): string => `rascunho-perfil:${userId}`

const Draft = z.object({ nome: z.string(), email: z.string() })
export type ProfileDraft = z.infer<typeof Draft>

/** What was typed and not saved, for this tab: it outlives a session that ends meanwhile. */
export const writeProfileDraft = (userId: string, draft: ProfileDraft): void => {
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify(draft))
  } catch {
    // Where nothing can be kept, the form still works.
  }
}

export const readProfileDraft = (userId: string): ProfileDraft | undefined => {
  try {
    return z.safeParse(Draft, JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? 'null')).data
  } catch {
    return undefined
  }
}

export const forgetProfileDraft = (userId: string): void => {
  try {
    sessionStorage.removeItem(keyOf(userId))
  } catch {
    // Nothing is there to forget.
  }
}

export const browsersLacking: (owner: string, member?: string) => string[]

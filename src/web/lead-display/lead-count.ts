import { formatCount } from '#contract/values/numbers.ts'

/** 1 → "1 lead", 1234 → "1.234 leads". */
export const formatLeadCount = (count: number): string => `${formatCount(count)} ${count === 1 ? 'lead' : 'leads'}`

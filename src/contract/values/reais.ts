import { z } from '../zod.ts'
import { maxCentavos } from './money.ts'

const hasTwoDecimals = (reais: number): boolean => Number(reais.toFixed(2)) === reais

/** BRL with at most two decimals. */
export const Reais = z
  .number({ error: 'Informe um valor em reais' })
  .check(
    z.gte(0, { error: 'O valor não pode ser negativo' }),
    z.lte(maxCentavos / 100, { error: 'O valor máximo é R$ 999.999.999,99' }),
    z.refine(hasTwoDecimals, { error: 'Use no máximo duas casas decimais' }),
  )

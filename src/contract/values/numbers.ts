/** 1234 → "1.234". */
export const formatCount = (count: number | bigint): string => count.toLocaleString('pt-BR')

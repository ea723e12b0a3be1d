/** The message is one Portuguese line that the operator can act on. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

const reasons: Record<string, string> = {
  EACCES: 'sem permissão',
  EPERM: 'sem permissão',
  EROFS: 'o disco é somente leitura',
  ENOSPC: 'não há espaço em disco',
  EDQUOT: 'não há espaço em disco',
  ENOTDIR: 'uma parte do caminho não é uma pasta',
  EEXIST: 'já existe um arquivo com esse nome',
  EBUSY: 'a pasta está em uso pelo sistema',
}

/** Converts a file system error into one line. Returns other errors unchanged. */
export const explainFileError = (error: unknown, dataDir: string): unknown => {
  const reason = reasons[errorCode(error) ?? '']
  if (!reason || error instanceof EmbeddedPostgresError) return error
  const path = error instanceof Error && 'path' in error ? error.path : dataDir
  return new EmbeddedPostgresError(`Não foi possível guardar o banco de dados em ${path}: ${reason}.`, { cause: error })
}

/** The message is one Portuguese line that the operator can act on. */
export class BackupError extends Error {
  override name = 'BackupError'
}

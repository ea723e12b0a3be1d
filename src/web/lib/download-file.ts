/** Hands a file to the browser's downloads. */
export function downloadFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Not at once: the browser reads the file after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

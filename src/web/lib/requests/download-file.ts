export function downloadFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the file after this task, so revoke the URL later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

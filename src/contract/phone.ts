/** "11987654321" → "(11) 98765-4321"; other lengths than 10 and 11 digits stay as they were typed. */
export const formatPhone = (phone: string): string => {
  const all = phone.replace(/\D/g, '')
  const digits = all.length > 11 && all.startsWith('55') ? all.slice(2) : all
  if (digits.length !== 10 && digits.length !== 11) return phone
  return `(${digits.slice(0, 2)}) ${digits.slice(2, -4)}-${digits.slice(-4)}`
}

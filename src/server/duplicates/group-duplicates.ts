export interface KeyedLead {
  id: string
  phone: string | null
  email: string | null
}

/** Groups leads that share a phone key or an e-mail key, also through a third lead. Keeps their order; drops single leads. */
export const groupDuplicates = (leads: readonly KeyedLead[]): string[][] => {
  const groupOfKey = new Map<string, string[]>()
  const groupOfLead = new Map<string, string[]>()
  for (const { id, phone, email } of leads) {
    const keys = [phone && `phone ${phone}`, email && `email ${email}`].filter(key => typeof key === 'string')
    const found = [...new Set(keys.flatMap(key => groupOfKey.get(key) ?? []).map(one => groupOfLead.get(one) ?? []))]
    const [group = [], ...others] = found
    group.push(...others.flat(), id)
    for (const one of group) groupOfLead.set(one, group)
    for (const key of keys) groupOfKey.set(key, group)
  }
  return [...new Set(groupOfLead.values())].filter(group => group.length > 1)
}

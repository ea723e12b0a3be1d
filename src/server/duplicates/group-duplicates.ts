export interface KeyedLead {
  id: string
  phone: string | null
  email: string | null
}

/** Two leads by id, the smaller id first. */
export interface LeadPair {
  one: string
  other: string
}

/** Groups ids that are linked, also through others. Keeps their order; drops single ones. */
export const groupLinked = (ids: readonly string[], links: Iterable<readonly [string, string]>): string[][] => {
  const above = new Map(ids.map(id => [id, id]))
  const rootOf = (id: string): string => {
    let root = id
    for (let next = above.get(root); next !== undefined && next !== root; next = above.get(root)) root = next
    above.set(id, root)
    return root
  }
  for (const [one, other] of links) above.set(rootOf(one), rootOf(other))
  return [...Map.groupBy(ids, rootOf).values()].filter(group => group.length > 1)
}

/** Tells for two leads whether the account has told them apart. */
const createIsDistinct = (pairs: readonly LeadPair[]) => {
  const known = new Set(pairs.map(({ one, other }) => one + other))
  const named = new Set(pairs.flatMap(({ one, other }) => [one, other]))
  return {
    hasPairs: (id: string) => named.has(id),
    of: (one: string, other: string) => known.has(one < other ? one + other : other + one),
  }
}

/** Links the leads of one key. A lead that was told apart from none is linked to all; only the rest is compared pair by pair. */
function* linksOf(ids: readonly string[], isDistinct: ReturnType<typeof createIsDistinct>) {
  const free = ids.find(id => !isDistinct.hasPairs(id))
  for (const [index, id] of ids.entries()) {
    if (free !== undefined) yield [free, id] as const
    else for (const other of ids.slice(index + 1)) if (!isDistinct.of(id, other)) yield [id, other] as const
  }
}

/**
 * Groups leads that share a phone key or an e-mail key, also through a third lead, unless the account has told both apart.
 * Keeps their order; drops single leads.
 */
export const groupDuplicates = (leads: readonly KeyedLead[], distinct: readonly LeadPair[] = []): string[][] => {
  const isDistinct = createIsDistinct(distinct)
  const keyed = leads.flatMap(({ id, phone, email }) =>
    [phone && `phone ${phone}`, email && `email ${email}`].flatMap(key => (key ? { id, key } : [])),
  )
  const links = [...Map.groupBy(keyed, ({ key }) => key).values()].flatMap(ofKey => [
    ...linksOf(
      ofKey.map(({ id }) => id),
      isDistinct,
    ),
  ])
  return groupLinked(
    leads.map(({ id }) => id),
    links,
  )
}

import type { ReactNode } from 'react'

/** A term and its value, inside a `<dl>`. */
export const DescriptionItem = ({ name, value }: { name: string; value: ReactNode }) => (
  <div>
    <dt className="text-sm text-text3">{name}</dt>
    <dd className="wrap-anywhere">{value}</dd>
  </div>
)

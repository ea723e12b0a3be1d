import type { ReactNode } from 'react'

export type EmptyKind = 'empty' | 'search' | 'error'

const illustrations: Record<EmptyKind, ReactNode> = {
  empty: (
    <>
      <circle cx="16" cy="24" r="11" strokeDasharray="4.9 3.74" />
      <path d="M33 24h6m27 0h6" />
      <circle cx="52.5" cy="24" r="11" />
      <path d="M52.5 17.5V24H59a6.5 6.5 0 0 0-6.5-6.5Z" />
      <circle cx="89" cy="24" r="11" />
      <path d="m84 24.5 3.5 3.5 6.5-7.5" />
    </>
  ),
  search: (
    <>
      <circle cx="46" cy="21" r="14" strokeDasharray="5.4 3.4" />
      <path d="m56.5 31.5 10 10" />
      <path d="M40 21h12" />
    </>
  ),
  error: (
    <>
      <circle cx="52.5" cy="24" r="15" strokeDasharray="70 24.25" transform="rotate(-45 52.5 24)" />
      <path d="m47.5 19 10 10m0-10-10 10" />
    </>
  ),
}

export default function EmptyIllustration({ kind }: { kind: EmptyKind }) {
  return (
    <svg
      viewBox="0 0 105 48"
      aria-hidden="true"
      className="w-full stroke-border-strong"
      fill="none"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {illustrations[kind]}
    </svg>
  )
}

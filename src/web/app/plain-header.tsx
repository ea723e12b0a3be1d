import { Brand } from '#web/auth/brand.tsx'

/** For screens in whose place nobody knows who is looking. */
export const PlainHeader = () => (
  <header className="flex min-h-(--header) items-center px-4 md:px-6">
    <Brand />
  </header>
)

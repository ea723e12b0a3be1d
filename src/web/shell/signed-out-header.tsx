import { BrandLink } from './brand-link.tsx'

/** For screens in whose place nobody knows who is looking. */
export const SignedOutHeader = () => (
  <header className="flex min-h-(--header) items-center px-4 md:px-6">
    <BrandLink />
  </header>
)

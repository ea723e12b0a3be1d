import { BrandLink } from './brand-link.tsx'

/** Header of pages that render without a session. */
export const SignedOutHeader = () => (
  <header className="flex min-h-(--header) items-center px-4 md:px-6">
    <BrandLink />
  </header>
)

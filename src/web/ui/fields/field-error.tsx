import type { ReactNode } from 'react'

/** Why something was refused that has no single control. Screen readers announce it when it appears. */
export const FieldError = ({ error }: { error: ReactNode }) =>
  error ? (
    <p role="alert" className="text-danger text-sm">
      {error}
    </p>
  ) : null

import { Button } from '../button.tsx'
import type { ButtonLook } from '../button-styles.ts'

interface RetryButtonProps extends ButtonLook {
  busy?: boolean
  onRetry: () => unknown
}

export const RetryButton = ({ onRetry, ...look }: RetryButtonProps) => (
  <Button {...look} onClick={() => void onRetry()}>
    Tentar novamente
  </Button>
)

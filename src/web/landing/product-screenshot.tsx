import type { Screenshot } from './screenshots.ts'

interface ProductScreenshotProps {
  screenshot: Screenshot
  /** Shown where `screenshot` would be unreadably small. */
  narrow: Screenshot
  narrowBelow?: '48rem' | '64rem'
  alt: string
}

/** Shows the screenshot of the current theme. The hidden screenshot is lazy and never loads. */
export const ProductScreenshot = ({ screenshot, narrow, narrowBelow = '48rem', alt }: ProductScreenshotProps) =>
  (['light', 'dark'] as const).map(theme => (
    <picture key={theme} className={theme === 'light' ? 'block dark:hidden' : 'hidden dark:block'}>
      <source media={`(width < ${narrowBelow})`} srcSet={narrow[theme]} width={narrow.width} height={narrow.height} />
      <img
        src={screenshot[theme]}
        width={screenshot.width}
        height={screenshot.height}
        alt={alt}
        loading="lazy"
        decoding="async"
        className="block h-auto w-full"
      />
    </picture>
  ))

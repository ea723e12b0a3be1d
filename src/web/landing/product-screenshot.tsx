import type { Screenshot } from './screenshots.ts'

interface ProductScreenshotProps {
  screenshot: Screenshot
  /** Where the other would be too small to read. */
  narrow: Screenshot
  narrowBelow?: '48rem' | '64rem'
  alt: string
}

/** One picture in the colours of the page. The one that is not shown is, being lazy, never asked for. */
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

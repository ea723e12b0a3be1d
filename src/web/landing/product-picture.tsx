import type { Picture } from './pictures.ts'

interface ProductPictureProps {
  picture: Picture
  /** Where the other would be too small to read. */
  narrow: Picture
  narrowBelow?: '48rem' | '64rem'
  alt: string
}

/** One picture in the colours of the page. The one that is not shown is, being lazy, never asked for. */
export const ProductPicture = ({ picture, narrow, narrowBelow = '48rem', alt }: ProductPictureProps) =>
  (['light', 'dark'] as const).map(theme => (
    <picture key={theme} className={theme === 'light' ? 'block dark:hidden' : 'hidden dark:block'}>
      <source media={`(width < ${narrowBelow})`} srcSet={narrow[theme]} width={narrow.width} height={narrow.height} />
      <img
        src={picture[theme]}
        width={picture.width}
        height={picture.height}
        alt={alt}
        loading="lazy"
        decoding="async"
        className="block h-auto w-full"
      />
    </picture>
  ))

/** Colors that replace the product's own in one theme. Texts on `brand` and `hover` keep the theme's color. */
export interface ThemeColors {
  /** Text and fill. */
  brand: string
  hover: string
  /** Ground behind text in `brand`. */
  soft: string
}

export interface BrandColors {
  light: ThemeColors
  dark: ThemeColors
}

type Rgb = readonly [red: number, green: number, blue: number]

/** Lightness, chroma and hue of OKLCH. */
interface Tone {
  l: number
  c: number
  h: number
}

const toLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const toGamma = (value: number): number => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

const parseHex = (hex: string): Rgb => {
  const [r, g, b] = [1, 3, 5].map(at => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as [
    number,
    number,
    number,
  ]
  return [r, g, b]
}

const luminance = (hex: string): number => {
  const [r, g, b] = parseHex(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Returns the WCAG 2 contrast ratio of two colors like `#055b63`, from 1 to 21. */
export const contrastRatio = (one: string, other: string): number => {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

// https://bottosson.github.io/posts/oklab
const toTone = (hex: string): Tone => {
  const [r, g, b] = parseHex(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return { l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, c: Math.hypot(a, bb), h: Math.atan2(bb, a) }
}

const toRgb = ({ l, c, h }: Tone): Rgb => {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)]
  const [long, medium, short] = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ] as const
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

const toHex = (rgb: Rgb): string =>
  `#${rgb
    .map(value =>
      Math.round(255 * toGamma(Math.min(1, Math.max(0, value))))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const isShowable = (rgb: Rgb): boolean => rgb.every(value => value > -0.0005 && value < 1.0005)

/** Lowers the chroma until screens can show the tone, so that its hue stays. */
const render = ({ l, c, h }: Tone): string => {
  for (let chroma = c; chroma > 0; chroma -= 0.004) {
    const rgb = toRgb({ l, c: chroma, h })
    if (isShowable(rgb)) return toHex(rgb)
  }
  return toHex(toRgb({ l, c: 0, h }))
}

const textContrast = 4.5
const step = 0.005

interface Theme {
  /** The ground of the app with the least contrast to `brand`, and the text on `brand`. */
  ground: string
  onBrand: string
  softLightness: number
  maxSoftChroma: number
  /** Direction of more contrast to the grounds. */
  towards: -1 | 1
}

const themes: Record<keyof BrandColors, Theme> = {
  light: { ground: '#f1f0ec', onBrand: '#ffffff', softLightness: 0.95, maxSoftChroma: 0.03, towards: -1 },
  dark: { ground: '#1f262a', onBrand: '#04191f', softLightness: 0.29, maxSoftChroma: 0.05, towards: 1 },
}

const deriveTheme = (tone: Tone, { ground, onBrand, softLightness, maxSoftChroma, towards }: Theme): ThemeColors => {
  const soft = render({ ...tone, l: softLightness, c: Math.min(tone.c, maxSoftChroma) })
  const isReadable = (color: string) =>
    [ground, soft, onBrand].every(other => contrastRatio(color, other) >= textContrast)
  let { l } = tone
  while (l >= 0 && l <= 1 && !isReadable(render({ ...tone, l }))) l += towards * step
  const hover = Math.min(1, Math.max(0, l + towards * 0.05))
  return { brand: render({ ...tone, l }), hover: render({ ...tone, l: hover }), soft }
}

/**
 * Derives the colors of both themes from a color like `#055b63`. Keeps its hue and changes its lightness until every text has
 * a contrast of 4.5:1.
 */
export const deriveBrandColors = (color: string): BrandColors => {
  const tone = toTone(color)
  return { light: deriveTheme(tone, themes.light), dark: deriveTheme(tone, themes.dark) }
}

const declarations = ({ brand, hover, soft }: ThemeColors): string =>
  `--brand:${brand};--brand-hover:${hover};--brand-soft:${soft}`

/** Returns the style sheet that replaces the product's own brand color. */
export const brandStyleSheet = ({ light, dark }: BrandColors): string =>
  `:root{${declarations(light)}}:root[data-theme=dark]{${declarations(dark)}}` +
  `@media(prefers-color-scheme:dark){:root:not([data-theme]){${declarations(dark)}}}`

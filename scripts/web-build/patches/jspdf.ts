import { fileURLToPath } from 'node:url'

const emptyModule = fileURLToPath(new URL('../../../src/web/leads/report/report-empty-module.ts', import.meta.url))

/** The packages with which jspdf draws HTML and SVG, half of its size. The report draws neither. */
const renderers = ['html2canvas', 'canvg', 'dompurify']

export const jspdfPatch = {
  packageName: 'jspdf',
  version: '4.2.1',
  file: 'dist/jspdf.es.min.js',
  fits: (code: string): boolean => renderers.every(name => code.includes(`import("${name}")`)),
  apply: (code: string): string => code,
}

/** For Vite's `resolve.alias`. */
export const jspdfWithoutRenderers = Object.fromEntries(renderers.map(name => [name, emptyModule]))

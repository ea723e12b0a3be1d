// Millimeters on A4 landscape: 297 × 210.
export const margin = { left: 15, right: 15, top: 15, bottom: 18 }
export const rightEdge = 297 - margin.right
export const contentWidth = rightEdge - margin.left
export const footerY = 210 - 10
/** Above the time in the heading, which begins at 18 mm. */
export const logoBox = { width: 44, height: 11, bottom: 17 }

/** Colors of the light theme, from styles/tokens.json. */
export const reportColors = {
  text: '#171f24',
  quiet: '#4b545a',
  brand: '#055b63',
  brandSoft: '#dbf2f5',
  line: '#e1e0da',
  won: '#026335',
  lost: '#ad183f',
}

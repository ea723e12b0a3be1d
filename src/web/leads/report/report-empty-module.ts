/** Replaces jspdf's optional HTML and SVG renderers, which the report does not use. */
export default undefined

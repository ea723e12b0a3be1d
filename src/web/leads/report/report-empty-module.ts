/** In place of what jspdf can load to draw HTML and SVG: the report has neither. */
export default undefined

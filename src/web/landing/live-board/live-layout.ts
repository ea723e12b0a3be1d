/** Shared by the board and its placeholder, so that nothing shifts when the board loads. */
export const liveColumnClass =
  'flex h-full w-[85vw] min-w-[min(18rem,90vw)] max-w-80 flex-none snap-start flex-col rounded-panel bg-column [contain:layout_style] md:w-72'
export const liveRowClass = 'flex h-[26.5rem] gap-3'
export const liveTotalsClass = 'mb-4 h-12'
export const liveStatusClass = 'mt-3 flex min-h-control items-center justify-between gap-4 text-text2'

import type { MouseEvent } from 'react'

interface SelectBoxProps {
  label: string
  checked: boolean
  isMixed?: boolean
  /** `isRange` if Shift was held. */
  onSelect: (selected: boolean, isRange: boolean) => void
}

/** A checkbox with a click area for fingers. */
export const SelectBox = ({ label, checked, isMixed = false, onSelect }: SelectBoxProps) => (
  // Shift and a click would mark the text of the rows.
  <label className="relative z-1 grid size-10 flex-none max-md:size-control-sm cursor-pointer select-none place-items-center">
    <input
      ref={box => {
        if (box) box.indeterminate = isMixed
      }}
      type="checkbox"
      aria-label={label}
      checked={checked}
      onChange={event => onSelect(event.target.checked, (event.nativeEvent as unknown as MouseEvent).shiftKey)}
      className="size-4.5 cursor-pointer accent-brand max-md:size-5"
    />
  </label>
)

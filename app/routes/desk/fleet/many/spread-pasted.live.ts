import type { ClipboardEvent } from 'react'
import { pastedPlates } from '#app/rules/fleet/pasted-plates.ts'

/** A column that is pasted into a cell fills it and the cells below it. */
export function spreadPasted(event: ClipboardEvent<HTMLFormElement>): void {
  const plates = pastedPlates(event.clipboardData.getData('text'))
  const cells = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input.in')]
  const at = cells.indexOf(event.target as HTMLInputElement)
  if (plates.length < 2 || at < 0) return
  event.preventDefault()
  for (const [index, plate] of plates.entries()) {
    const cell = cells[at + index]
    if (!cell) break
    cell.value = plate.slice(0, cell.maxLength)
    cell.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

import { type ChangeEvent, useId } from 'react'
import { useHydrated } from '#app/ui/form/form.tsx'

/** A slider in place of the five stops: the later photo of the same overlay is shown up to its value. */
export function OverlaySlider({ label }: { label: string }) {
  const id = useId()
  if (!useHydrated()) return null
  return (
    <input
      id={id}
      className="slide"
      type="range"
      min={0}
      max={100}
      defaultValue={50}
      aria-label={label}
      onChange={showUpTo}
    />
  )
}

function showUpTo({ target }: ChangeEvent<HTMLInputElement>): void {
  const after = target.closest('.overlay')?.querySelector<HTMLElement>('.overlaid-after')
  after?.style.setProperty('--hidden', `${100 - target.valueAsNumber}%`)
}

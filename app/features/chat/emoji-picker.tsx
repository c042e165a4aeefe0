import { type KeyboardEvent, useRef, useState } from 'react'
import { useClosingMenu } from '#app/features/frame/bars/chrome.live.tsx'
import { useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import { EMOJI } from './emoji.ts'

/**
 * The emoji in a disclosure. Each is a button named `emoji`, which submits its form without scripts. With `onPick` a
 * press inserts it instead, and the arrow keys move through the picker, which then is a single tab stop.
 */
export function EmojiPicker({ onPick }: { onPick?: (emoji: string) => void }) {
  const t = useText('live')
  const menu = useRef<HTMLDetailsElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  useClosingMenu(menu)

  const onKeyDown = (event: KeyboardEvent) => {
    const to = placeAfter(event.key, current, grid.current)
    if (to === undefined) return
    event.preventDefault()
    setCurrent(to)
    grid.current?.querySelectorAll('button')[to]?.focus()
  }
  const pick = (emoji: string, index: number) => {
    setCurrent(index)
    onPick?.(emoji)
  }
  return (
    <details className="menu" ref={menu}>
      <summary>
        <Icon name="smile" size="l" />
        <span className="vh">{t('emoji')}</span>
      </summary>
      <div className="pop">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons inside */}
        <div className="emoji" ref={grid} onKeyDown={onPick && onKeyDown}>
          {EMOJI.map((emoji, index) => (
            <button
              key={emoji}
              type={onPick ? 'button' : 'submit'}
              name="emoji"
              value={emoji}
              tabIndex={onPick && index !== current ? -1 : undefined}
              onClick={onPick && (() => pick(emoji, index))}
            >
              {emoji}
            </button>
          ))}
        </div>
      </div>
    </details>
  )
}

/** The index to which a key moves in the grid; the length of its rows depends on the screen. */
function placeAfter(key: string, from: number, grid: HTMLElement | null): number | undefined {
  if (!grid) return undefined
  const columns = getComputedStyle(grid).gridTemplateColumns.split(' ').length
  const forward = getComputedStyle(grid).direction === 'rtl' ? -1 : 1
  const steps: Record<string, number> = {
    ArrowRight: forward,
    ArrowLeft: -forward,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -from,
    End: EMOJI.length - 1 - from,
  }
  const step = steps[key]
  const to = step === undefined ? undefined : from + step
  return to !== undefined && to >= 0 && to < EMOJI.length ? to : undefined
}

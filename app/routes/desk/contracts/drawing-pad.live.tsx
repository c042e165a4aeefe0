import { type PointerEvent, useRef, useState } from 'react'
import { useText } from '#app/i18n/text/text.tsx'
import { DRAWING_MAX } from '#app/rules/reservation/contract-text.ts'
import { DRAWN, type DrawnPoint, drawingOf } from '#app/rules/reservation/drawn-signature.ts'
import { useHydrated } from '#app/ui/form/form.tsx'

/** A field to sign in with finger, pen or mouse, kept as a path beside the typed name; without scripts the name alone signs. */
export function DrawingPad({ name, before = '' }: { name: string; before?: string | undefined }) {
  const t = useText('contract')
  const lines = useRef<DrawnPoint[][]>([])
  // What was drawn before a refusal stays until it is cleared.
  const [kept, setKept] = useState(before)
  const [path, setPath] = useState(before)
  if (!useHydrated()) return null
  const add = (event: PointerEvent<SVGSVGElement>, isNewLine: boolean) => {
    const box = event.currentTarget.getBoundingClientRect()
    const point = {
      x: ((event.clientX - box.left) / box.width) * DRAWN.width,
      y: ((event.clientY - box.top) / box.height) * DRAWN.height,
    }
    if (isNewLine) lines.current.push([point])
    else lines.current.at(-1)?.push(point)
    const next = kept + drawingOf(lines.current)
    if (next.length <= DRAWING_MAX) setPath(next)
  }
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    add(event, true)
  }
  const go = (event: PointerEvent<SVGSVGElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) add(event, false)
  }
  const clear = () => {
    lines.current = []
    setKept('')
    setPath('')
  }
  return (
    <div className="stack stack-1">
      <p className="b">{t('sign.drawing')}</p>
      <svg
        className="drawing-pad"
        viewBox={`0 0 ${DRAWN.width} ${DRAWN.height}`}
        role="img"
        aria-label={t(path ? 'sign.drawn' : 'sign.notDrawn')}
        onPointerDown={begin}
        onPointerMove={go}
      >
        <path d="M40 160H560" className="drawing-line" />
        <path d={path} />
      </svg>
      <input type="hidden" name={name} value={path} />
      <p className="hint">{t('sign.drawingHint')}</p>
      {path && (
        <div>
          <button type="button" className="btn btn-s" onClick={clear}>
            {t('sign.clear')}
          </button>
        </div>
      )}
    </div>
  )
}

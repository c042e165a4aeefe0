import { directionOf } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'

/** A step of a plot: its name below the axis, and its values; null where there is none. */
export interface PlotStep {
  key: string
  name: string
  now: number | null
  before: number | null
}

const WIDTH = 600
const HEIGHT = 150
const SIDE = 46
const LABELS = 6
const BAR = 0.7
const BAR_BEFORE = 0.9

/**
 * This year's values and those of the year before as a drawing: lines for shares, bars for sums. Time runs as the page is read, and the
 * scale stands where reading begins. The same numbers are in the table below it.
 */
export function Plot({
  kind,
  label,
  steps,
  top,
  scale,
}: {
  kind: 'lines' | 'bars'
  label: string
  steps: readonly PlotStep[]
  /** The highest value of the scale. */
  top: number
  scale: (value: number) => string
}) {
  const { language } = useLanguage()
  const isRtl = directionOf(language) === 'rtl'
  const width = (WIDTH - SIDE) / Math.max(1, steps.length)
  const start = isRtl ? 0 : SIDE
  const columnOf = (index: number) => (isRtl ? steps.length - 1 - index : index)
  const middle = (index: number) => start + (columnOf(index) + 0.5) * width
  const height = (value: number) => HEIGHT - (Math.min(value, top) / top) * HEIGHT
  const named = Math.ceil(steps.length / LABELS)
  return (
    <svg className="plot" viewBox={`0 -8 ${WIDTH} 182`} role="img" aria-label={label}>
      {[0, top / 2, top].map((value) => (
        <g key={value}>
          <path className="g" d={`M${start} ${height(value)}h${WIDTH - SIDE}`} />
          <text x={isRtl ? WIDTH - SIDE + 6 : SIDE - 6} y={height(value) + 4} textAnchor={isRtl ? 'start' : 'end'}>
            {scale(value)}
          </text>
        </g>
      ))}
      {kind === 'bars' ? (
        <>
          <path className="b" d={bars('before', BAR_BEFORE)} />
          <path className="a" d={bars('now', BAR)} />
        </>
      ) : (
        <>
          <path className="q" d={line('before')} />
          <path className="p" d={line('now')} />
        </>
      )}
      {steps.map(({ key, name }, index) =>
        (steps.length - 1 - index) % named === 0 ? (
          <text key={key} className="m" x={middle(index)} y={168} textAnchor="middle">
            {name}
          </text>
        ) : null,
      )}
    </svg>
  )

  function line(which: 'now' | 'before'): string {
    let isBegun = false
    return steps
      .map((step, index) => {
        const value = step[which]
        const move = isBegun ? 'L' : 'M'
        isBegun = value !== null
        return value === null ? '' : `${move}${middle(index).toFixed(1)} ${height(value).toFixed(1)}`
      })
      .join('')
  }

  function bars(which: 'now' | 'before', part: number): string {
    return steps
      .map((step, index) => {
        const value = step[which] ?? 0
        const wide = (width * part).toFixed(1)
        return value > 0
          ? `M${(middle(index) - (width * part) / 2).toFixed(1)} ${height(value).toFixed(1)}h${wide}V${HEIGHT}h-${wide}z`
          : ''
      })
      .join('')
  }
}

/** What the two drawings of a plot are. */
export function PlotKey({ kind }: { kind: 'lines' | 'bars' }) {
  const t = useText('reports')
  const shapes = kind === 'lines' ? { now: ['p', 'M0 6h12'], before: ['q', 'M0 6h12'] } : BOXES
  return (
    <ul className="row row-s sm" aria-label={t('key')}>
      {(['now', 'before'] as const).map((which) => (
        <li key={which} className="row tight row-s">
          <svg className="plot-key" viewBox="0 0 12 12" aria-hidden="true">
            <path className={shapes[which]?.[0]} d={shapes[which]?.[1]} />
          </svg>
          {t(which)}
        </li>
      ))}
    </ul>
  )
}

const BOXES = { now: ['a', 'M3 0h6v12H3z'], before: ['b', 'M0 0h12v12H0z'] }

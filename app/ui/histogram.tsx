const HIGHEST = 100
const GAP = 0.15

/**
 * Bars for the number of things at each step of a range; the chosen steps are coloured. Decorative: the inputs below it
 * contain the range.
 */
export function Histogram({ counts, isOn }: { counts: readonly number[]; isOn: (step: number) => boolean }) {
  const most = Math.max(1, ...counts)
  return (
    <svg className="bars" viewBox={`0 0 ${counts.length} ${HIGHEST}`} preserveAspectRatio="none" aria-hidden="true">
      {counts.map((count, step) => {
        const height = Math.round((count / most) * HIGHEST)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
            key={step}
            x={step}
            y={HIGHEST - height}
            width={1 - GAP}
            height={height}
            className={isOn(step) ? 'on' : undefined}
          />
        )
      })}
    </svg>
  )
}

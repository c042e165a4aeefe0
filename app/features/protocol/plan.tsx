import type { ReactNode } from 'react'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { CATEGORY } from '#app/rules/constants.ts'
import type { Damage, DamageZone } from '#app/rules/reservation/protocol.ts'
import car from '../../../art/plan-car.svg?url&no-inline'
import motorbike from '../../../art/plan-motorbike.svg?url&no-inline'
import '../../../styles/protocol.css'

/** The positions of marks, in the drawing's units: a car from above with its sides folded out. */
const CAR_SPOTS: Partial<Record<DamageZone, readonly [number, number]>> = {
  FRONT_BUMPER: [160, 26],
  BONNET: [160, 105],
  WINDSCREEN: [160, 168],
  ROOF: [160, 240],
  BOOT: [160, 368],
  REAR_BUMPER: [160, 432],
  FRONT_LEFT_WING: [52, 90],
  FRONT_LEFT_DOOR: [58, 196],
  REAR_LEFT_DOOR: [58, 275],
  REAR_LEFT_WING: [52, 378],
  FRONT_RIGHT_WING: [268, 90],
  FRONT_RIGHT_DOOR: [262, 196],
  REAR_RIGHT_DOOR: [262, 275],
  REAR_RIGHT_WING: [268, 378],
  WHEEL: [37, 344],
  MIRROR: [104, 172],
  INSIDE: [160, 300],
}
const BIKE_SPOTS: Partial<Record<DamageZone, readonly [number, number]>> = {
  FRONT: [70, 70],
  TANK: [110, 62],
  SEAT: [180, 66],
  LEFT_SIDE: [134, 106],
  RIGHT_SIDE: [134, 240],
  REAR: [214, 72],
  WHEEL: [52, 112],
  MIRROR: [88, 38],
}
/** The distance between marks at the same position. */
const STEP = 18

const PLANS = {
  car: { url: car, box: '0 -6 320 480', width: 320, height: 480, top: -6, spots: CAR_SPOTS },
  motorbike: { url: motorbike, box: '0 0 260 300', width: 260, height: 300, top: 0, spots: BIKE_SPOTS },
}

/** The drawing of a vehicle with its damages by number; `children` (buttons) are placed over it. */
export function VehiclePlan({
  category,
  known,
  marks,
  children,
}: {
  category: number
  known: readonly Damage[]
  marks: readonly Damage[]
  children?: ReactNode
}) {
  const t = useText('protocol')
  const { language } = useLanguage()
  const kind = category === CATEGORY.MOTOR ? 'motorbike' : 'car'
  const { url, box, width, height, top, spots } = PLANS[kind]
  const seen = new Map<DamageZone, number>()
  const placed = [...known, ...marks].map(({ zone }, index) => {
    const before = seen.get(zone) ?? 0
    seen.set(zone, before + 1)
    const [x, y] = spots[zone] ?? [width / 2, height / 2]
    return { x: x + before * STEP, y, number: index + 1, isNew: index >= known.length }
  })
  return (
    <div className={`vplan vplan-${kind}`}>
      <svg viewBox={box} role="img" aria-label={t('plan', { n: placed.length })}>
        <image href={url} x="0" y={top} width={width} height={height} />
        {placed.map(({ x, y, number, isNew }) => (
          <g key={number} className={isNew ? 'mark mark-new' : 'mark'}>
            <circle cx={x} cy={y} r="11" />
            <text x={x} y={y + 4.5}>
              {localDigits(number, language)}
            </text>
          </g>
        ))}
      </svg>
      {children}
    </div>
  )
}

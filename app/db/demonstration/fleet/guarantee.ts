import type { TrustType } from '#app/rules/constants.ts'
import type { Chance } from '../random.ts'

type Guarantee = { trust: TrustType; guarantee_amount: number }

const IN_IRAN: TrustType[] = [
  'CASH',
  'CASH',
  'CASH',
  'CHEQUE',
  'CHEQUE',
  'CARD_HOLD',
  'DEPOSIT_FREE',
  'DEPOSIT_FREE',
  'DEPOSIT_FREE',
]
const ABROAD: TrustType[] = ['CARD_HOLD', 'CARD_HOLD', 'CARD_HOLD', 'CARD_HOLD', 'CASH', 'DEPOSIT_FREE', 'DEPOSIT_FREE']

/**
 * The guarantee that a company requires. A car in Iran costs 10 to 30 million toman (*ours*), an expensive one more; a
 * motorbike a third. `dayPrice` is in toman or cents.
 */
export function guaranteeOf(vehicle: {
  dayPrice: number
  inToman: boolean
  motor: boolean
  chance: Chance
}): Guarantee {
  const { dayPrice, inToman, motor, chance } = vehicle
  const trust = chance.pick(inToman ? IN_IRAN : ABROAD)
  if (trust === 'DEPOSIT_FREE') return { trust, guarantee_amount: 0 }
  const [least, most, step] = inToman
    ? motor
      ? [3_000_000, 12_000_000, 1_000_000]
      : [10_000_000, dayPrice > 8_000_000 ? 60_000_000 : 30_000_000, 5_000_000]
    : motor
      ? [10_000, 60_000, 5_000]
      : [15_000, 150_000, 5_000]
  const fair = Math.round((dayPrice * (trust === 'CHEQUE' ? 7 : 5)) / step) * step
  return { trust, guarantee_amount: Math.min(most, Math.max(least, fair)) }
}

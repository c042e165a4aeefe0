import type { Known } from '../known.ts'
import type { ColumnName } from './columns.ts'
import { readMoney } from './numbers.ts'
import type { RowReader } from './row.ts'
import { readWord, TRUSTS } from './words.ts'

/** The most that a day, a guarantee and a further kilometre may cost, in whole toman or euros: more is a typing error. */
const MOST = {
  IRT: { day: 1_000_000_000, guarantee: 100_000_000_000, km: 10_000_000 },
  EUR: { day: 10_000, guarantee: 1_000_000, km: 100 },
}

/** Day prices in the company's currency. An empty tier costs as much as the next shorter one. */
export function readPrices(row: RowReader, { company: { currency } }: Known) {
  const price = (text: string) => readMoney(text, currency, 1, MOST[currency].day)
  const p1 = row.need('price_1', price)
  const p3 = row.take('price_3', p1, price)
  const p7 = row.take('price_7', p3, price)
  const p14 = row.take('price_14', p7, price)
  const p30 = row.take('price_30', p14, price)
  refuseRise(row, [
    ['price_1', p1],
    ['price_3', p3],
    ['price_7', p7],
    ['price_14', p14],
    ['price_30', p30],
  ])
  return { p1, p3, p7, p14, p30 }
}

/** Reads the guarantee, the mileage limit and the price of further kilometres. */
export function readTerms(row: RowReader, { company: { currency } }: Known) {
  const { guarantee, km } = MOST[currency]
  const trust = row.need('trust_type', (text) => readWord(TRUSTS, text))
  const guarantee_amount = row.take('guarantee_amount', 0, (text) => readMoney(text, currency, 0, guarantee))
  if (trust === 'DEPOSIT_FREE' && guarantee_amount) row.wrong('guarantee_amount', { kind: 'guarantee_unwanted' })
  if (trust && trust !== 'DEPOSIT_FREE' && guarantee_amount === 0) {
    row.wrong('guarantee_amount', { kind: 'guarantee_needed' })
  }
  const extra_km_price = row.take('extra_km_price', null, (text) => readMoney(text, currency, 0, km))
  return { trust, guarantee_amount, extra_km_price }
}

function refuseRise(row: RowReader, tiers: [ColumnName, number | undefined][]) {
  tiers.forEach(([name, price], index) => {
    const [shorter, before] = tiers[index - 1] ?? []
    if (shorter && before !== undefined && price !== undefined && price > before) {
      row.wrong(name, { kind: 'price_rises', than: shorter })
    }
  })
}

import type { BodySlug } from '../body-types.ts'
import type { ModelLine } from '../model-line.ts'

type Facts = [
  type: BodySlug,
  seats: number,
  load: number,
  cc: number | null,
  fuel: ModelLine['fuel'],
  gearbox: ModelLine['gearbox'],
  years: ModelLine['years'],
]

/** A car's facts in a fixed order; the markets are one text, separated by spaces. */
export type CarLine = [
  brand: string,
  slug: string,
  name: ModelLine['name'],
  facts: Facts,
  price: ModelLine['price'],
  markets: string,
  trims?: ModelLine['trims'],
  share?: number,
]

export const P = 'PETROL'
export const D = 'DIESEL'
export const H = 'HYBRID'
export const A = 'AUTOMATIC'
export const M = 'MANUAL'

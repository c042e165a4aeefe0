import type { BodySlug } from './body-types.ts'

/** Where a model is rented: Iran, Türkiye, the Emirates, Germany. */
export type Market = 'ir' | 'tr' | 'ae' | 'de'

/** A model and the facts that all its vehicles share. */
export type ModelLine = {
  brand: string
  slug: string
  name: [fa: string, en: string, ar: string]
  type: BodySlug
  seats: number
  /** Suitcases. */
  load: number
  cc: number | null
  fuel: 'PETROL' | 'DIESEL' | 'HYBRID' | 'ELECTRIC' | 'DUAL_FUEL'
  gearbox: 'AUTOMATIC' | 'MANUAL'
  years: [from: number, to: number]
  /** Day price of one or two days, in thousand toman in Iran, in whole euros elsewhere. Without one it is not rented. */
  price: { ir?: number; eur?: number }
  markets: Market[]
  trims?: [slug: string, fa: string, en: string, ar: string][]
  /** How often it appears in fleets, relative to other models (default 1). */
  share?: number
}

import { asian } from './cars/asian.ts'
import { european } from './cars/european.ts'
import { iranian } from './cars/iranian.ts'
import type { Market, ModelLine } from './model-line.ts'

/** Cars that rental companies in the four countries really offer, with prices of autumn 2026. */
export const cars: ModelLine[] = [...iranian, ...asian, ...european].map(
  ([brand, slug, name, facts, price, markets, trims, share]) => {
    const [type, seats, load, cc, fuel, gearbox, years] = facts
    const where = markets.split(' ') as Market[]
    return { brand, slug, name, type, seats, load, cc, fuel, gearbox, years, price, markets: where, trims, share }
  },
)

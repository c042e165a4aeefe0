import { preview } from './prices/preview.ts'
import { addSeason, changeSeason, dropSeason, read, set } from './prices/prices.ts'
import { applyTiers, previewTiers } from './prices/tiers.ts'

export const prices = { preview, read, set, addSeason, changeSeason, dropSeason, previewTiers, applyTiers }

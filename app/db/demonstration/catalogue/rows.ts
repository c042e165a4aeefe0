import type { Row } from '../insert-rows.ts'
import { BRANDS } from './brands.ts'
import { cars } from './cars.ts'
import type { ModelLine } from './model-line.ts'
import { motorbikes } from './motorbikes.ts'

/** A model as the fleet uses it: its facts and its database rows. */
export type CatalogueModel = ModelLine & { brandRow: Row<'brand'>; row: Row<'model'>; trimRows: Row<'trim'>[] }

const named = ([name_fa, name_en, name_ar]: readonly [string, string, string]) => ({ name_fa, name_en, name_ar })

export const brands: Row<'brand'>[] = BRANDS.map(([slug, ...name], index) => ({ id: index + 1, slug, ...named(name) }))

/** Trims are numbered across all models. */
let lastTrim = 0

export const catalogue: CatalogueModel[] = [...cars, ...motorbikes].map((line, index) => {
  const brandRow = brands.find(({ slug }) => slug === line.brand)
  if (!brandRow) throw new RangeError(`no brand ${line.brand}`)
  const row = { id: index + 1, brand_id: Number(brandRow.id), slug: line.slug, ...named(line.name) }
  const trimRows = (line.trims ?? []).map(([slug, ...name]) => {
    lastTrim += 1
    return { id: lastTrim, model_id: row.id, slug, ...named(name) }
  })
  return { ...line, brandRow, row, trimRows }
})

export const models: Row<'model'>[] = catalogue.map(({ row }) => row)
export const trims: Row<'trim'>[] = catalogue.flatMap(({ trimRows }) => trimRows)

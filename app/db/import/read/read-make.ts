import { similarTo } from '#app/rules/text/similar.ts'
import { Unreadable } from '../import-error.ts'
import type { Known } from '../known.ts'
import type { Named } from '../vehicle.ts'
import { atMost, type RowReader } from './row.ts'
import { CATEGORIES, readWord } from './words.ts'

const LATIN = /^[\p{Script=Latin}\p{N}\p{P}\p{Zs}+]+$/u
const LONGEST_NAME = 60

/**
 * Reads brand, model, trim and body type. Brand and body type must be known; a model or trim that is not known under its
 * brand is new and takes its names from the row.
 */
export function readMake(row: RowReader, known: Known) {
  const brand = row.need('brand', (text) => {
    const found = known.brandOf(text)
    if (!found) throw new Unreadable({ kind: 'unknown_brand', similar: similarTo(text, known.brandNames) })
    return found
  })
  const model = brand && row.need('model', (text) => known.modelOf(brand.id, text) ?? newName(row, 'model', text))
  const trim = row.take('trim', null, (text) => {
    if (!brand || !model) return null
    return known.trimOf(brand.id, model.slug, text) ?? newName(row, 'trim', text)
  })
  const type = row.need('type', (text) => {
    const found = known.typeOf(text)
    if (!found) throw new Unreadable({ kind: 'unknown_word', known: known.typeNames })
    return found
  })
  const category = row.take('category', type?.category, (text) => readWord(CATEGORIES, text))
  if (type && category !== undefined && category !== type.category) {
    row.wrong('type', { kind: 'other_category', category: type.category })
  }
  return { brand, model, trim, type, category }
}

/** The Latin name becomes the slug, so it is required; Persian and Arabic names fall back on the others. */
function newName(row: RowReader, kind: 'model' | 'trim', text: string): Named {
  const given = atMost(text, LONGEST_NAME)
  const latin = row.cell(`${kind}_en`) || (LATIN.test(given) ? given : '')
  const slug = slugOf(latin)
  if (!slug) throw new Unreadable({ kind: 'new_name_not_latin', needed: `${kind}_en` })
  const persian = row.cell(`${kind}_fa`) || given
  return {
    slug,
    name_fa: atMost(persian, LONGEST_NAME),
    name_en: atMost(latin, LONGEST_NAME),
    name_ar: atMost(row.cell(`${kind}_ar`) || persian, LONGEST_NAME),
  }
}

function slugOf(latin: string): string {
  return latin
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

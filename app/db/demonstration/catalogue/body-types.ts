import { CATEGORY } from '#app/rules/constants.ts'
import type { Row } from '../insert-rows.ts'
import { type Five, wordingOf } from '../wording.ts'

export type BodySlug = 'hatchback' | 'sedan' | 'suv' | 'van' | 'pickup' | 'convertible' | 'motorbike' | 'scooter'

const LINES: [id: number, slug: BodySlug, category: number, name: Five][] = [
  [1, 'hatchback', CATEGORY.CAR, ['هاچ‌بک', 'Hatchback', 'هاتشباك', 'Hatchback', 'Schrägheck']],
  [2, 'sedan', CATEGORY.CAR, ['سدان', 'Sedan', 'سيدان', 'Sedan', 'Limousine']],
  [3, 'suv', CATEGORY.CAR, ['شاسی‌بلند', 'SUV', 'دفع رباعي', 'SUV', 'SUV']],
  [4, 'van', CATEGORY.CAR, ['ون', 'Van', 'فان', 'Minivan', 'Van']],
  [5, 'pickup', CATEGORY.CAR, ['وانت', 'Pickup', 'بيك أب', 'Pikap', 'Pick-up']],
  [6, 'convertible', CATEGORY.CAR, ['کروک', 'Convertible', 'مكشوفة', 'Cabrio', 'Cabriolet']],
  [7, 'motorbike', CATEGORY.MOTOR, ['موتورسیکلت', 'Motorbike', 'دراجة نارية', 'Motosiklet', 'Motorrad']],
  [8, 'scooter', CATEGORY.MOTOR, ['اسکوتر', 'Scooter', 'سكوتر', 'Scooter', 'Motorroller']],
]

export const bodyTypes: Row<'body_type'>[] = LINES.map(([id, slug, category, name], index) => ({
  id,
  slug,
  category,
  name: wordingOf(name),
  position: index + 1,
}))

/** A body type by its slug. Throws a RangeError for an unknown one. */
export function bodyTypeOf(slug: BodySlug): Row<'body_type'> {
  const type = bodyTypes.find((candidate) => candidate.slug === slug)
  if (!type) throw new RangeError(`no body type ${slug}`)
  return type
}

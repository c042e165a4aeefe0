import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import type { VehicleFacts } from '#app/contract/company/fleet/shapes.ts'
import { adSearchText } from '#app/db/ad-search-text.ts'
import type { Ad } from '#app/db/connection/schema.ts'
import { CATEGORY } from '#app/rules/constants.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { foldText } from '#app/rules/text/digits.ts'
import { artworkKey, SHAPES, type Shape } from '#app/rules/text/picture.ts'
import { citiesOf } from './choices.ts'

type Facts = Partial<z.infer<typeof VehicleFacts>>
type Row = Selectable<Ad>

/**
 * The columns of a vehicle from a company's input; `before` is the vehicle that is changed. Throws INVALID_FIELDS, with
 * all errors at once, for unknown or inconsistent values.
 */
export async function columnsOf(
  tx: Tx,
  facts: Facts,
  { company, before, now }: { company: number; before?: Row | undefined; now: Date },
) {
  const fieldErrors: Record<string, string[]> = {}
  const make = await makeOf(tx, facts, before)
  if (!make.model) fieldErrors.model = ['unknown_model']
  if (make.trim === undefined) fieldErrors.trim = ['unknown_model']
  if (!make.type) fieldErrors.type = ['unknown_type']
  if (facts.city !== undefined && !(await citiesOf(tx, company)).includes(facts.city)) {
    fieldErrors.city = ['city_without_place']
  }
  const nextYear = now.getUTCFullYear() + 1
  if (facts.year !== undefined && facts.year > nextYear) fieldErrors.year = ['max']
  const guarantee = guaranteeOf(facts, before)
  if (!guarantee) fieldErrors.guarantee_amount = ['guarantee_amount']
  const { plate } = facts
  if (plate && (await isPlateTaken(tx, { company, plate, except: before?.id }))) fieldErrors.plate = ['plate_taken']
  const { reference, acriss } = facts
  if (reference && (await isReferenceTaken(tx, { company, reference, except: before?.id }))) {
    fieldErrors.reference = ['reference_taken']
  }
  if (acriss && make.type && make.type.category !== CATEGORY.CAR) fieldErrors.acriss = ['acriss']
  const { model, trim, type } = make
  if (Object.keys(fieldErrors).length > 0 || !model || trim === undefined || !type || !guarantee) {
    throw invalidFields(fieldErrors, { year: { n: nextYear } })
  }
  const { colour, year, gearbox, fuel, fuel_rule, engine_cc, seats, load_capacity, properties, city } = facts
  const { mileage_per_day, extra_km_price, min_driver_age, min_licence_years, gap_minutes, about } = facts
  const painted = colour ?? before?.colour ?? ''
  return {
    ...given({
      colour,
      year,
      gearbox,
      fuel,
      fuel_rule,
      engine_cc,
      seats,
      load_capacity,
      properties,
      plate,
      reference,
      acriss,
    }),
    ...given({ mileage_per_day, extra_km_price, min_driver_age, min_licence_years, gap_minutes, city_id: city }),
    ...guarantee,
    ...(about && { about: aboutOf({ ...before?.about, ...about }) }),
    category: type.category,
    brand_id: model.brand.id,
    model_id: model.id,
    trim_id: trim?.id ?? null,
    type_id: type.id,
    drawing: artworkKey(shapeOf(type, before), painted),
    search: adSearchText({ brand: model.brand, model, trim, type, year: year ?? before?.year ?? 0 }),
  }
}

/** Whether another vehicle of the company that is not retired has this plate, however it is written. */
export async function isPlateTaken(
  tx: Tx,
  { company, plate, except }: { company: number; plate: string; except?: number | undefined },
): Promise<boolean> {
  const rows = await tx
    .selectFrom('ad')
    .select(['id', 'plate'])
    .where('company_id', '=', company)
    .where('plate', 'is not', null)
    .where('status', '<>', STATE_NUMBERS.RETIRED)
    .execute()
  return rows.some((row) => row.id !== except && plainPlate(row.plate ?? '') === plainPlate(plate))
}

/** A plate without separators. */
export function plainPlate(plate: string): string {
  return foldText(plate).replace(/[^\p{L}\p{N}]/gu, '')
}

async function isReferenceTaken(
  tx: Tx,
  { company, reference, except = 0 }: { company: number; reference: string; except?: number | undefined },
): Promise<boolean> {
  const found = await tx
    .selectFrom('ad')
    .select('id')
    .where('company_id', '=', company)
    .where('reference', '=', reference)
    .where('id', '<>', except)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Its model, trim and body type: as sent, otherwise the present ones. A trim of another model is unknown, so undefined.
 */
async function makeOf(tx: Tx, facts: Facts, before: Row | undefined) {
  const modelId = facts.model ?? before?.model_id ?? 0
  const kept = facts.model === undefined || facts.model === before?.model_id ? (before?.trim_id ?? null) : null
  const trimId = facts.trim === undefined ? kept : facts.trim
  const found = await tx.selectFrom('model').selectAll().where('id', '=', modelId).executeTakeFirst()
  const brand =
    found && (await tx.selectFrom('brand').selectAll().where('id', '=', found.brand_id).executeTakeFirstOrThrow())
  const trim =
    trimId === null
      ? null
      : await tx
          .selectFrom('trim')
          .selectAll()
          .where('id', '=', trimId)
          .where('model_id', '=', modelId)
          .executeTakeFirst()
  const type = await tx
    .selectFrom('body_type')
    .selectAll()
    .where('id', '=', facts.type ?? before?.type_id ?? 0)
    .executeTakeFirst()
  return { model: found && brand && { ...found, brand }, trim, type }
}

/** Undefined if a guarantee has no amount. */
function guaranteeOf(facts: Facts, before: Row | undefined): Pick<Row, 'trust' | 'guarantee_amount'> | undefined {
  const trust = facts.trust_type ?? before?.trust ?? 'DEPOSIT_FREE'
  if (trust === 'DEPOSIT_FREE') return { trust, guarantee_amount: 0 }
  const guarantee_amount = facts.guarantee_amount ?? before?.guarantee_amount ?? 0
  return guarantee_amount > 0 ? { trust, guarantee_amount } : undefined
}

/** The drawing of its model, if it has one of its own; another body type has that type's drawing. */
function shapeOf(type: { id: number; slug: string }, before: Row | undefined): Shape {
  const slug = before?.type_id === type.id ? before.drawing.split('-')[0] : type.slug
  return SHAPES.find((shape) => shape === slug) ?? 'sedan'
}

/** Only the languages with a text; null if there is none. */
function aboutOf(about: Partial<Record<string, string>>): string | null {
  const said = Object.entries(about).filter(([, text]) => text)
  return said.length > 0 ? JSON.stringify(Object.fromEntries(said)) : null
}

/** Whether a value was sent; null counts as a value. */
function given<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>
  }
}

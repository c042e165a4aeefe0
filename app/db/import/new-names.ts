import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import type { Named, Vehicle } from './vehicle.ts'

type Brand = Named & { id: number }

/** Finds models and trims by their paths, and creates those that a vehicle names for the first time. */
export type NewNames = {
  make(vehicles: readonly Vehicle[]): Promise<void>
  modelId(brand: Brand, model: Named): number
  trimId(brand: Brand, model: Named, trim: Named): number
  /** The names of what was created, as the report lists them: "Peugeot 208". */
  made: string[]
}

/** Finds models and trims by their slugs and inserts the missing ones in the import's transaction. */
export function newNames(tx: Kysely<DB>): NewNames {
  const models = new Map<string, number>()
  const trims = new Map<string, number>()
  const made: string[] = []
  const modelKey = (brand: Brand, model: Named) => `${brand.id}/${model.slug}`
  const trimKey = (brand: Brand, model: Named, trim: Named) => `${modelKey(brand, model)}/${trim.slug}`

  async function modelFor(brand: Brand, { slug, name_fa, name_en, name_ar }: Named): Promise<number> {
    const known = await tx
      .selectFrom('model')
      .select('id')
      .where('brand_id', '=', brand.id)
      .where('slug', '=', slug)
      .executeTakeFirst()
    if (known) return known.id
    made.push(`${brand.name_en} ${name_en}`)
    const row = { brand_id: brand.id, slug, name_fa, name_en, name_ar }
    const { id } = await tx.insertInto('model').values(row).returning('id').executeTakeFirstOrThrow()
    return id
  }

  async function trimFor(model_id: number, title: string, { slug, name_fa, name_en, name_ar }: Named): Promise<number> {
    const known = await tx
      .selectFrom('trim')
      .select('id')
      .where('model_id', '=', model_id)
      .where('slug', '=', slug)
      .executeTakeFirst()
    if (known) return known.id
    made.push(`${title} ${name_en}`)
    const row = { model_id, slug, name_fa, name_en, name_ar }
    const { id } = await tx.insertInto('trim').values(row).returning('id').executeTakeFirstOrThrow()
    return id
  }

  const idOf = (ids: Map<string, number>, key: string) => {
    const id = ids.get(key)
    if (id === undefined) throw new RangeError(`${key} was not made`)
    return id
  }
  return {
    made,
    async make(vehicles) {
      for (const { brand, model, trim } of vehicles) {
        const key = modelKey(brand, model)
        if (!models.has(key)) models.set(key, await modelFor(brand, model))
        if (!trim || trims.has(trimKey(brand, model, trim))) continue
        const title = `${brand.name_en} ${model.name_en}`
        trims.set(trimKey(brand, model, trim), await trimFor(idOf(models, key), title, trim))
      }
    },
    modelId: (brand, model) => idOf(models, modelKey(brand, model)),
    trimId: (brand, model, trim) => idOf(trims, trimKey(brand, model, trim)),
  }
}

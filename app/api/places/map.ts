import type { Kysely } from 'kysely'
import { remember } from '#app/db/connection/remember.ts'
import type { DB } from '#app/db/connection/schema.ts'

/** Countries, provinces and cities as they are stored. */
export const mapOf = remember(30, async (db: Kysely<DB>) => {
  const names = ['id', 'name_fa', 'name_en', 'name_ar'] as const
  const [countries, provinces, cities] = await Promise.all([
    db
      .selectFrom('country')
      .select([...names, 'code', 'dial_code'])
      .execute(),
    db
      .selectFrom('province')
      .select([...names, 'name_tr', 'name_de', 'country_id'])
      .execute(),
    db
      .selectFrom('city')
      .select([...names, 'name_tr', 'name_de', 'province_id', 'country_id'])
      .execute(),
  ])
  return { countries, provinces, cities }
})

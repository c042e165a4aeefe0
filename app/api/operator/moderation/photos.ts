import type { Kysely } from 'kysely'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { TITLE_COLUMNS, titleOf, titlesOf } from '#app/api/reservations/read/vehicle-title.ts'
import { giveReason } from '#app/db/connection/actor.ts'
import { pageRows } from '#app/db/connection/page-rows.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { wordingIn } from '#app/i18n/format/names.ts'
import type { Language } from '#app/rules/constants.ts'

export const photos = api.operator.moderation.photos.handler(async ({ input, context: { deps, language } }) => {
  const { page, size, show } = input
  const found = photoRows(deps.db).$if(show === 'taken_down', (query) =>
    query.where('ad_photo.taken_down_at', 'is not', null),
  )
  const { count, rows } = await pageRows(found.orderBy('ad_photo.id', 'desc'), { page, size })
  return { count, results: rows.map((row) => shown(row, language)) }
})

/** Throws NOT_FOUND. */
export const photo = api.operator.moderation.photo.handler(({ input: { id }, context: { deps, language } }) =>
  readPhoto(deps.db, id, language),
)

/** The company is notified of a change; an unchanged state does nothing. Throws NOT_FOUND. */
export const judgePhoto = api.operator.moderation.judgePhoto.handler(async ({ input, context: { deps, language } }) => {
  await inTransaction(deps.db, (tx) => judge(deps, tx, input))
  deps.publish({ kind: 'pages' })
  return readPhoto(deps.db, input.id, language)
})

type Judgement = { id: number; taken_down: boolean; reason: string }

async function judge(deps: Deps, tx: Tx, { id, taken_down, reason }: Judgement): Promise<void> {
  const photo = await tx.selectFrom('ad_photo').select(['ad_id', 'source']).where('id', '=', id).executeTakeFirst()
  if (!photo) throw errors.NOT_FOUND()
  await giveReason(tx, reason)
  const changed = await tx
    .updateTable('ad_photo')
    .set(
      taken_down
        ? { taken_down_at: deps.now(), taken_down_reason: reason }
        : { taken_down_at: null, taken_down_reason: null },
    )
    // The decision also applies to the same picture on copies of the vehicle.
    .where('source', '=', photo.source)
    .where('taken_down_at', taken_down ? 'is' : 'is not', null)
    .returning(['id', 'key'])
    .execute()
  if (changed.length === 0) return
  if (taken_down) for (const photoId of oneOfEachKey(changed)) await deps.enqueue(tx, 'hide-photo', { photoId })
  const of = await tx
    .selectFrom('ad')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .select(['company_id', ...TITLE_COLUMNS])
    .where('ad.id', '=', photo.ad_id)
    .executeTakeFirstOrThrow()
  await notify(deps, tx, {
    kind: taken_down ? 'photoTakenDown' : 'photoPutBack',
    company: of.company_id,
    vehicle: titlesOf(of),
    reason,
    path: `/desk/fleet/${photo.ad_id}/photos`,
  })
}

/** Copies of a vehicle share pictures, except those that are cropped differently. */
function oneOfEachKey(photos: readonly { id: number; key: string | null }[]): number[] {
  return [...new Map(photos.map(({ id, key }) => [key, id])).values()]
}

async function readPhoto(db: Kysely<DB>, id: number, language: Language) {
  const row = await photoRows(db, id).executeTakeFirst()
  if (!row) throw errors.NOT_FOUND()
  return shown(row, language)
}

/** Photos with pictures; of those that copies share, the first. */
function photoRows(db: Kysely<DB>, id?: number) {
  return db
    .selectFrom('ad_photo')
    .innerJoin('ad', 'ad.id', 'ad_photo.ad_id')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .innerJoin('company', 'company.id', 'ad.company_id')
    .select(['ad_photo.id', 'key', 'alt', 'added_at', 'taken_down_at', 'ad_photo.taken_down_reason', 'ad_id'])
    .select(['ad.category', 'ad.company_id', 'company.name as company_name', ...TITLE_COLUMNS])
    .where('key', 'is not', null)
    .$if(id !== undefined, (query) => query.where('ad_photo.id', '=', id ?? 0))
    .$if(id === undefined, (query) =>
      query.where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('ad_photo as earlier')
              .select('earlier.id')
              .whereRef('earlier.source', '=', 'ad_photo.source')
              .whereRef('earlier.id', '<', 'ad_photo.id'),
          ),
        ),
      ),
    )
}

type Row = Awaited<ReturnType<ReturnType<typeof photoRows>['execute']>>[number]

function shown(row: Row, language: Language) {
  const { id, key, alt, added_at, taken_down_at, taken_down_reason, ad_id, category, company_id, company_name } = row
  return {
    ...{ id, alt, taken_down_reason },
    key: key ?? '',
    added_at: added_at.toISOString(),
    taken_down_at: taken_down_at?.toISOString() ?? null,
    vehicle: { id: ad_id, title: titleOf(row, language), category },
    company: { id: company_id, name: wordingIn(language, company_name) },
  }
}

import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { CURRENCY_IDS } from '#app/rules/constants.ts'
import { plateKey } from '#app/rules/fleet/fine.ts'
import { HOUR_MS } from '#app/rules/time/durations.ts'
import { newId } from './new-id.ts'

const COMPANY = 12

/** Loads three notices for vehicles of the demonstration's agency: one of a customer, one of nobody, and one with an unknown plate. */
export async function loadFines(tx: Kysely<DB>, now: Date): Promise<void> {
  const last = await tx
    .selectFrom('protocol')
    .innerJoin('ad', 'ad.id', 'protocol.ad_id')
    .innerJoin('protocol as out', 'out.reservation_id', 'protocol.reservation_id')
    .select(['protocol.ad_id', 'protocol.reservation_id', 'protocol.done_at', 'ad.plate', 'out.done_at as out_at'])
    .where('ad.company_id', '=', COMPANY)
    .where('ad.plate', 'is not', null)
    .where('protocol.kind', '=', 'RETURN')
    .where('out.kind', '=', 'PICK_UP')
    .orderBy('protocol.done_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last?.plate) return
  const { ad_id, reservation_id, plate } = last
  const all = { company_id: COMPANY, currency_id: CURRENCY_IDS.IRT, created_at: now }
  const known = { ...all, plate, plate_key: plateKey(plate), ad_id }
  await tx
    .insertInto('fine')
    .values([
      {
        ...{ ...known, id: newId(), kind: 'FINE', match: 'FOUND', reservation_id, notice: '29110-441872' },
        ...{ at: between(last.out_at, last.done_at), what: 'سرعت، محور ساحلی', amount: 1_100_000 },
      },
      {
        ...{ ...known, id: newId(), kind: 'FINE', match: 'BETWEEN', notice: '29110-441903' },
        ...{ at: new Date(last.done_at.getTime() + HOUR_MS), what: 'پارک ممنوع، بازار', amount: 800_000 },
      },
      {
        ...{ ...all, id: newId(), plate: '11223 کیش', plate_key: plateKey('11223 کیش'), match: 'UNKNOWN_PLATE' },
        ...{ kind: 'TOLL', at: last.done_at, what: 'عوارض پل', amount: 160_000 },
      },
    ])
    .execute()
}

function between(from: Date, to: Date): Date {
  return new Date((from.getTime() + to.getTime()) / 2)
}

import type { Kysely } from 'kysely'
import { api } from '#app/api/call/context.ts'
import { deskLine, deskRows } from '#app/api/company/reservations/lines.ts'
import { fittingRows, isFreeFor } from '#app/api/company/reservations/other-vehicle.ts'
import { titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { currencyIn, type ReservationRow } from '#app/db/reservation.ts'
import type { Language } from '#app/rules/constants.ts'
import { TIERS, type Tier } from '#app/rules/money/price.ts'
import { costOfBetter } from '#app/rules/reservation/risk.ts'
import { findRisks } from './found.ts'

/** As many as somebody works through. */
const MOST_SHOWN = 50

/** A company's rentals at risk with their ways out, the cheapest for everybody first (*ours*). */
export const atRisk = api.company.reservations.atRisk.handler(async ({ context }) => {
  const { deps, language, person, company } = context
  const { db } = deps
  const now = deps.now()
  const found = await findRisks(db, { company, now })
  const shown = found.slice(0, MOST_SHOWN)
  const ids = shown.flatMap(({ id, holder }) => (holder ? [id, holder.id] : [id]))
  const [rows, reservations] = await Promise.all([
    deskRows(db, company)
      .where((of) => of('reservation.id', '=', of.fn.any(of.val(ids))))
      .execute(),
    db
      .selectFrom('reservation')
      .selectAll()
      .where((of) => of('id', '=', of.fn.any(of.val(ids))))
      .execute(),
  ])
  const lines = new Map(rows.map((row) => [row.id, deskLine(row, { language, now, person })]))
  const results = await Promise.all(
    shown.map(async ({ kind, id, holder, neededBy, paper = null, block }) => {
      const row = reservations.find((one) => one.id === id)
      const reservation = lines.get(id)
      if (!row || !reservation) throw new Error(`the reservation ${id} at risk is gone`)
      const other = holder && lines.get(holder.id)
      return {
        ...{ kind, reservation, paper },
        holder: other
          ? {
              ...{ id: other.id, fullname: other.fullname, phone: other.phone, end_at: other.end_at },
              wanted: holder.wanted?.toISOString() ?? null,
            }
          : null,
        needed_by: neededBy?.toISOString() ?? null,
        block: block
          ? { start_at: block.start_at.toISOString(), end_at: block.end_at.toISOString(), note: block.note }
          : null,
        ...(await insteadOf(db, row, { now, language })),
        refund: row.paid,
      }
    }),
  )
  return { count: found.length, results }
})

/** The vehicles that it could get: one of the same model, and the better one that costs the company least. */
async function insteadOf(db: Kysely<DB>, row: ReservationRow, { now, language }: { now: Date; language: Language }) {
  const columns = TIERS.flatMap(({ tier }) => [`ad.${tier}`, `own.${tier} as own_${tier}`] as const)
  const rows = await fittingRows(db, row, now)
    .select(columns)
    .select('company.currency_id')
    .where(isFreeFor(row, now))
    .orderBy('is_alike', 'desc')
    .orderBy('ad.id')
    .execute()
  const instead = (one: (typeof rows)[number]) => ({ id: one.id, title: titleOf(one, language), plate: one.plate })
  const same = rows.filter(({ is_better }) => !is_better)
  const pricesOf = (one: (typeof rows)[number], prefix: '' | 'own_') =>
    Object.fromEntries(TIERS.map(({ tier }) => [tier, one[`${prefix}${tier}`]])) as Record<Tier, number>
  const [better] = rows
    .filter(({ is_better }) => is_better)
    .map((one) => ({
      ...instead(one),
      cost: costOfBetter({ own: pricesOf(one, 'own_'), better: pricesOf(one, ''), days: row.days }),
      currency: currencyIn(one),
    }))
    .toSorted((one, other) => one.cost - other.cost)
  return { same: same[0] ? instead(same[0]) : null, same_count: same.length, better: better ?? null }
}

import { type Kysely, type Selectable, sql } from 'kysely'
import { contractFacts } from '#app/api/company/contracts/contract-values.ts'
import { depositOf } from '#app/api/reservations/read/deposit-facts.ts'
import { asksDeposit } from '#app/api/reservations/read/read-own.ts'
import type { Arrival, DB, LicenceCheck } from '#app/db/connection/schema.ts'
import { depositRows } from '#app/db/deposit.ts'
import { type FurtherDriverRow, furtherDriversOf } from '#app/db/further-driver.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import { type Readiness, readinessOf } from '#app/rules/reservation/check-in/readiness.ts'
import { changedFacts } from '#app/rules/reservation/contract-text.ts'
import { depositState } from '#app/rules/reservation/deposit.ts'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'

import { type IdentityRow, identitiesOf } from './identity-rows.ts'

export type LicenceRow = Selectable<LicenceCheck> & { by: string | null }
export type Prepared = Readiness & {
  licence: LicenceRow | null
  checkedUntil: CalendarDate | null
  identity: IdentityRow | null
  drivers: FurtherDriverRow[]
  arrival: Selectable<Arrival> | null
}

/** How far one reservation is prepared. */
export async function readinessOfOne(db: Kysely<DB>, row: ReservationRow): Promise<Prepared> {
  const prepared = (await readinessOfMany(db, [row])).get(row.id)
  if (!prepared) throw new Error(`no readiness of ${row.id}`)
  return prepared
}

/** How far each of these reservations is prepared, in as many queries as for one. */
export async function readinessOfMany(
  db: Kysely<DB>,
  rows: readonly ReservationRow[],
): Promise<ReadonlyMap<string, Prepared>> {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const [licences, checked, identities, furtherDrivers, arrivals, contracts, deposits, pictures] = await Promise.all([
    db
      .selectFrom('licence_check')
      .leftJoin('account', 'account.id', 'licence_check.decided_by')
      .selectAll('licence_check')
      .select('account.fullname as by')
      .where('reservation_id', 'in', ids)
      .execute(),
    checkedUntil(db, ids),
    identitiesOf(db, ids),
    furtherDriversOf(db, ids),
    db.selectFrom('arrival').selectAll().where('reservation_id', 'in', ids).execute(),
    lastContracts(db, ids),
    depositRows(db).where('reservation.id', 'in', ids).execute(),
    db.selectFrom('deposit_image').select('reservation_id').where('reservation_id', 'in', ids).execute(),
  ])
  return new Map(
    rows.map((row) => {
      const of = <Found extends { reservation_id: string }>(found: readonly Found[]) =>
        found.find(({ reservation_id }) => reservation_id === row.id)
      const licence = of(licences) ?? null
      const arrival = of(arrivals) ?? null
      const contract = of(contracts)
      const deposit = deposits.find(({ id }) => id === row.id)
      const until = checked.find(({ id }) => id === row.id)?.until ?? null
      const identity = identities.find(({ id }) => id === row.id) ?? null
      const drivers = furtherDrivers.filter((one) => one.reservation_id === row.id)
      const readiness = readinessOf({
        licence: licence?.state ?? null,
        checkedUntil: until,
        identity: { verdict: identity?.verdict ?? null, checkedUntil: identity?.checked_until ?? null },
        drivers,
        startDate: row.start_date,
        endDate: row.end_date,
        startAt: row.start_at,
        arrivalFor: arrival?.start_at ?? null,
        contract: {
          isSigned: contract?.is_signed ?? false,
          isOutdated: contract ? changedFacts(contract.facts, contractFacts(row, drivers)).length > 0 : false,
        },
        deposit: {
          state: deposit ? depositState(depositOf(deposit)) : 'NONE',
          // What is held on a card is held at the pick-up, and its receipt may follow.
          isSentAhead: asksDeposit(row) && row.trust !== 'CARD_HOLD',
          hasPicture: of(pictures) !== undefined,
        },
      })
      return [row.id, { ...readiness, licence, checkedUntil: until, identity, drivers, arrival }]
    }),
  )
}

/** Until when the company has found the licence of a reservation's person valid, in it or in another of theirs: by phone and identity number. */
async function checkedUntil(db: Kysely<DB>, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; until: CalendarDate }>`
    select r.id, max(l.valid_until)::text as until
    from reservation r
    join reservation o on o.phone = r.phone and o.company_id = r.company_id
      and (o.id = r.id or (o.national_id = r.national_id and length(r.national_id) > 1))
    join licence_check l on l.reservation_id = o.id and l.state = 'CONFIRMED'
    where r.id = any(${ids}) group by r.id`.execute(db)
  return rows
}

/** The contract or addendum that counts, in its latest revision, and whether the customer has signed it. */
async function lastContracts(db: Kysely<DB>, ids: readonly string[]) {
  return db
    .selectFrom('contract')
    .distinctOn('reservation_id')
    .select(['reservation_id', 'facts'])
    .select(
      sql<boolean>`exists (select from contract_signature s where s.contract_id = contract.id and s.side = 'CUSTOMER')`.as(
        'is_signed',
      ),
    )
    .where('reservation_id', 'in', ids)
    .orderBy('reservation_id')
    .orderBy('addendum', 'desc')
    .orderBy('revision', 'desc')
    .execute()
}

import { type Kysely, sql } from 'kysely'
import { paymentCard, paymentRows } from '#app/api/books/payment-card.ts'
import type { Deps } from '#app/api/call/context.ts'
import { TITLE_COLUMNS, titleOf } from '#app/api/reservations/read/vehicle-title.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { anyOf, type Condition, holdsName } from '#app/db/matching-text.ts'
import { numberOf, statusAt } from '#app/db/reservation.ts'
import { wordingIn } from '#app/i18n/format/names.ts'
import type { Language } from '#app/rules/constants.ts'
import type { TicketStatus } from '#app/rules/messages/ticket-status.ts'
import { wholePayment } from '#app/rules/money/payment/payment-parts.ts'
import { reservationNumberIn } from '#app/rules/reservation/reservation-number.ts'
import { type FoundOf, LOOKED_AT } from './found.ts'
import type { Wanted } from './wanted.ts'

const hasPhone = (column: string, { phone, digits }: Wanted): Condition[] => [
  ...(phone ? [sql<boolean>`${sql.ref(column)} = ${phone}`] : []),
  ...(digits ? [sql<boolean>`${sql.ref(column)} like ${`%${digits}%`}`] : []),
]

/** People by name, e-mail or phone. */
export async function people(db: Kysely<DB>, wanted: Wanted): Promise<FoundOf<'person'>[]> {
  const rows = await db
    .selectFrom('account')
    .select(['id', 'fullname as name', 'phone', 'email'])
    .where(
      anyOf([
        holdsName('fullname', wanted.name),
        sql<boolean>`email = ${wanted.text.toLowerCase()}`,
        ...hasPhone('phone', wanted),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(LOOKED_AT)
    .execute()
  return rows.map((row) => ({ kind: 'person', ...row }))
}

/** The latest of such reservations. */
export async function reservations(deps: Deps, wanted: Wanted, language: Language): Promise<FoundOf<'reservation'>[]> {
  const rows = await deps.db
    .selectFrom('reservation')
    .innerJoin('company', 'company.id', 'reservation.company_id')
    .innerJoin('ad', 'ad.id', 'reservation.ad_id')
    .innerJoin('brand', 'brand.id', 'ad.brand_id')
    .innerJoin('model', 'model.id', 'ad.model_id')
    .leftJoin('trim', 'trim.id', 'ad.trim_id')
    .select(['reservation.id', 'number', 'fullname', 'start_date', 'reservation.status', 'hold_until'])
    .select(['company.name as company_name', ...TITLE_COLUMNS])
    .where(reservationsCalled(wanted))
    .orderBy('reservation.created_at', 'desc')
    .limit(LOOKED_AT)
    .execute()
  return rows.map((row) => ({
    kind: 'reservation',
    id: row.id,
    number: numberOf(row),
    fullname: row.fullname,
    vehicle: titleOf(row, language),
    company: wordingIn(language, row.company_name),
    start_date: row.start_date,
    status: statusAt(row, deps.now()),
  }))
}

/** Reservations by number, or by the name, phone or e-mail of who booked. */
export function reservationsCalled(wanted: Wanted): Condition {
  const number = reservationNumberIn(wanted.text)
  return anyOf([
    holdsName('reservation.fullname', wanted.name),
    sql<boolean>`reservation.email = ${wanted.text.toLowerCase()}`,
    ...(number ? [sql<boolean>`reservation.number = ${number}`] : []),
    ...hasPhone('reservation.phone', wanted),
  ])
}

/** Payments by our number or the bank's. */
export async function payments(db: Kysely<DB>, { number, text }: Wanted): Promise<FoundOf<'payment'>[]> {
  const rows = await paymentRows(db)
    .where((where) =>
      where.or([
        where('payment.number', '=', number),
        where('payment.reference', '=', text),
        where('payment.trace', '=', text),
      ]),
    )
    .limit(LOOKED_AT)
    .execute()
  return rows.map(paymentCard).map(({ id, number, gateway, status, currency, amount, wallet_amount }) => {
    return { kind: 'payment', id, number, gateway, status, currency, amount: wholePayment({ amount, wallet_amount }) }
  })
}

/** Tickets by number or subject. */
export async function tickets(db: Kysely<DB>, { number, name }: Wanted): Promise<FoundOf<'ticket'>[]> {
  const rows = await db
    .selectFrom('conversation')
    .select(['id', 'number', 'subject', 'status'])
    .where('kind', '=', 'TICKET')
    .where(anyOf([sql<boolean>`number = ${number}`, holdsName('subject', name)]))
    .orderBy('updated_at', 'desc')
    .limit(LOOKED_AT)
    .execute()
  return rows.map(({ id, number, subject, status }) => {
    return { kind: 'ticket', id, number: number ?? 0, subject: subject ?? '', status: status as TicketStatus }
  })
}

import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { Person } from '#app/api/call/admission/person.ts'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { readSeen } from '#app/api/reservations/read/customer.ts'
import type { RecipientChoice, RecipientFields } from '#app/contract/shapes/recipient.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import { countryIn, countryOf } from '#app/i18n/format/country.ts'
import type { Language } from '#app/rules/constants.ts'
import { taxNumber } from '#app/rules/identity/tax-number.ts'
import { CORRECTIONS_MAX, isSameRecipient, REISSUED_FOR_DAYS, type Recipient } from '#app/rules/money/recipient.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'

type Side = keyof typeof CORRECTIONS_MAX
type Asking = { deps: Deps; reservation: ReservationRow; person: Person; side: Side; language: Language; now: Date }

/** To whom the invoices of one's own reservation are made out. */
export const read = api.reservations.recipient.read.handler(({ context }) =>
  choiceOf(context.deps.db, asking(context, 'CUSTOMER')),
)

/** Has them made out to a business and remembers it. Throws INVALID_FIELDS for a wrong number, and where they were issued again too often. */
export const save = api.reservations.recipient.save.handler(({ input, context }) =>
  change(context.tx, asking(context, 'CUSTOMER'), recipientOf(input)),
)

/** Has them made out to the driver again. Throws INVALID_FIELDS where they were issued again too often. */
export const remove = api.reservations.recipient.remove.handler(({ context }) =>
  change(context.tx, asking(context, 'CUSTOMER'), null),
)

/** The same at the company's desk, of which the customer is notified. */
export const desk = {
  read: api.company.reservations.recipient.read.handler(async ({ context }) =>
    choiceOf(context.deps.db, await asDesk(context.deps.db, asking(context, 'COMPANY'))),
  ),
  save: api.company.reservations.recipient.save.handler(async ({ input, context }) =>
    change(context.tx, await asDesk(context.tx, asking(context, 'COMPANY')), recipientOf(input)),
  ),
  remove: api.company.reservations.recipient.remove.handler(async ({ context }) =>
    change(context.tx, await asDesk(context.tx, asking(context, 'COMPANY')), null),
  ),
}

/** A business says who the customer is: until a company has accepted the booking there is none for it. Throws NOT_FOUND. */
async function asDesk(db: Kysely<DB>, asked: Asking): Promise<Asking> {
  const { reservation, person, now } = asked
  if ((await readSeen(db, { id: reservation.id, person, now })) === 'FIRST_NAME') throw errors.NOT_FOUND()
  return asked
}

type Called = { deps: Deps; reservation: ReservationRow; person: Person; language: Language }

function asking({ deps, reservation, person, language }: Called, side: Side): Asking {
  return { deps, reservation, person, language, side, now: deps.now() }
}

/** A typed business with its country's code and its number as it is stored. Throws INVALID_FIELDS with every error at once. */
function recipientOf({ name, country, tax_number, address, order_number }: z.infer<typeof RecipientFields>): Recipient {
  const code = countryOf(country)
  // An unknown text stays as it was typed, and has no name.
  if (!/^[A-Z]{2}$/.test(code) || countryIn('en', code) === code) throw invalidFields({ country: ['country_unknown'] })
  const number = taxNumber(tax_number, code)
  if ('error' in number)
    throw invalidFields({ tax_number: [number.error] }, number.values ? { tax_number: number.values } : {})
  return { name, country: code, tax_number: number.number, address, order_number: order_number ?? null }
}

async function change(tx: Tx, asked: Asking, business: Recipient | null) {
  const { deps, reservation, person, side, now } = asked
  const { id } = reservation
  const before = await stored(tx, id)
  if (!isSameRecipient(before, business)) {
    const { reissued, changes_left } = await boundsOf(tx, asked)
    if (reissued > 0 && changes_left === 0) throw invalidFields({ '': ['recipient_final'] })
    const kept = { business: JSON.stringify(business), changed_at: now, changed_by: person.id }
    if (business)
      await tx
        .insertInto('invoice_recipient')
        .values({ reservation_id: id, ...kept })
        .onConflict((conflict) => conflict.column('reservation_id').doUpdateSet(kept))
        .execute()
    else await tx.deleteFrom('invoice_recipient').where('reservation_id', '=', id).execute()
    await sql`select correct_recipient(${id}, ${sinceOf(asked)}, ${now})`.execute(tx)
    if (side === 'COMPANY')
      await notify(deps, tx, {
        kind: business ? 'invoicesToBusiness' : 'invoicesToDriver',
        ...{ reservation: id, reason: business?.name },
      })
  }
  if (side === 'CUSTOMER' && business) await remember(tx, person.id, business)
  return choiceOf(tx, asked)
}

async function remember(tx: Tx, account_id: string, business: Recipient) {
  // An order's number belongs to one purchase.
  const kept = { business: JSON.stringify({ ...business, order_number: null }) }
  await tx
    .insertInto('account_business')
    .values({ account_id, ...kept })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(kept))
    .execute()
}

async function choiceOf(db: Kysely<DB>, asked: Asking): Promise<z.infer<typeof RecipientChoice>> {
  const { reservation, person, side, language } = asked
  const [recipient, last, { code }, bounds] = await Promise.all([
    stored(db, reservation.id),
    side === 'CUSTOMER'
      ? db.selectFrom('account_business').select('business').where('account_id', '=', person.id).executeTakeFirst()
      : undefined,
    db
      .selectFrom('city')
      .innerJoin('country', 'country.id', 'city.country_id')
      .select('country.code')
      .where('city.id', '=', reservation.city_id)
      .executeTakeFirstOrThrow(),
    boundsOf(db, asked),
  ])
  const shown = (business: Recipient) => ({ ...business, country: countryIn(language, business.country) })
  return {
    recipient: recipient && shown(recipient),
    proposed: last ? shown(last.business) : null,
    country: countryIn(language, code),
    ...bounds,
  }
}

async function stored(db: Kysely<DB>, reservation: string): Promise<Recipient | null> {
  const found = await db
    .selectFrom('invoice_recipient')
    .select('business')
    .where('reservation_id', '=', reservation)
    .executeTakeFirst()
  return found?.business ?? null
}

const sinceOf = ({ side, now }: Asking) => new Date(now.getTime() - REISSUED_FOR_DAYS[side] * DAY_MS)

/** How many invoices a change replaces now, and how often that is still possible. */
async function boundsOf(db: Kysely<DB>, asked: Asking) {
  const { id } = asked.reservation
  const { rows } = await sql<{ reissued: number; corrections: number }>`
    with own as (
      select invoice.* from invoice join payment on payment.id = invoice.payment_id where payment.reservation_id = ${id}
    ), correction as (
      select count(*) as times from credit_note note join own on own.number = note.invoice
      where note.reason = 'RECIPIENT' group by own.payment_id
    )
    select (select count(*)::int from own where issued_at >= ${sinceOf(asked)} and invoice_left(number) > 0) as reissued,
      (select coalesce(max(times), 0)::int from correction) as corrections`.execute(db)
  const { reissued = 0, corrections = 0 } = rows[0] ?? {}
  return { reissued, changes_left: Math.max(0, CORRECTIONS_MAX[asked.side] - corrections) }
}

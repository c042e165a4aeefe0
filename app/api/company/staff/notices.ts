import { type Kysely, sql } from 'kysely'
import type { Person } from '#app/api/call/admission/person.ts'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import { hasOwnerRights } from '#app/api/company/managed-company.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { DESK_ROLES } from '#app/rules/access/company-role.ts'
import { CHANNELS, type Channel, channelsFor, ruleOf } from '#app/rules/messages/notifications.ts'
import { eventsFor, HEARD_BY_SOMEBODY, STAFF_EVENTS, type StaffNotices } from '#app/rules/messages/staff-notices.ts'

/** Who is notified of what: owners see everybody who answers customers, others themselves. */
export const notices = api.company.staff.notices.handler(async ({ context }) => {
  const { deps, person, company } = context
  const people = await listenersOf(deps.db, company, person)
  return { people: people.filter(({ id }) => hasOwnerRights(person) || id === person.id) }
})

/**
 * Sets the sent channels and keeps the others. Throws NOT_FOUND for a colleague who is banned or answers no customers,
 * INVALID_FIELDS if nobody would be notified of bookings that wait for an answer.
 */
export const setNotices = api.company.staff.setNotices.handler(async ({ input: { choices }, context }) => {
  const { deps, person, listener } = context
  const { id, company_id: company } = listener
  return inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, `staff notices ${company}`)
    const before = (await listenersOf(tx, company, person)).find((one) => one.id === id)
    if (!before) throw errors.NOT_FOUND()
    const kept = Object.fromEntries(
      eventsFor(before.role).map((event) => [event, choices[event] ?? before.choices[event] ?? []]),
    )
    const row = { choices: JSON.stringify(kept) }
    await tx
      .insertInto('staff_notices')
      .values({ account_id: id, company_id: company, ...row })
      .onConflict((conflict) => conflict.columns(['account_id', 'company_id']).doUpdateSet(row))
      .execute()
    const people = await listenersOf(tx, company, person)
    const isHeard = people.some(({ reached_by, choices }) =>
      choices[HEARD_BY_SOMEBODY]?.some((way) => reached_by.includes(way)),
    )
    if (!isHeard) throw invalidFields({ [`choices.${HEARD_BY_SOMEBODY}`]: ['nobody_hears'] })
    const after = people.find((one) => one.id === id)
    if (!after) throw errors.NOT_FOUND()
    return after
  })
})

async function listenersOf(db: Kysely<DB>, company: number, person: Person) {
  const rows = await db
    .selectFrom('account')
    .leftJoin('staff_notices', (join) =>
      join.onRef('staff_notices.account_id', '=', 'account.id').on('staff_notices.company_id', '=', company),
    )
    .select(['account.id', 'fullname', 'phone', 'email', 'phone_proven_at', 'staff_role', 'notifications', 'choices'])
    .select(
      sql<boolean>`exists (select from push_endpoint p join session s on s.id = p.session_id
        where p.account_id = account.id and s.ended_at is null)`.as('has_push'),
    )
    .where('account.company_id', '=', company)
    .where('banned_at', 'is', null)
    .where('staff_role', 'in', DESK_ROLES)
    .orderBy('fullname')
    .orderBy('account.id')
    .execute()
  return rows.map((row) => {
    const reached: Record<Channel, boolean> = {
      push: row.has_push,
      sms: row.phone_proven_at !== null,
      email: row.email !== null,
    }
    const reader = { settings: row.notifications, hasEmail: reached.email, hasPush: reached.push }
    const usual: StaffNotices = Object.fromEntries(
      eventsFor(row.staff_role).map((event) => [event, channelsFor(reader, ruleOf(STAFF_EVENTS[event].kinds[0]))]),
    )
    return {
      ...{ id: row.id, name: row.fullname, phone: row.phone, role: row.staff_role },
      is_self: row.id === person.id,
      reached_by: CHANNELS.filter((way) => reached[way]),
      choices: { ...usual, ...row.choices },
      is_chosen: row.choices !== null,
    }
  })
}

import { sql } from 'kysely'
import type { Tx } from '#app/api/call/context.ts'
import { type CompanyRole, DESK_ROLES } from '#app/rules/access/company-role.ts'
import { LANGUAGES, type Language, READER_ZONES } from '#app/rules/constants.ts'
import type { Channel, NoticeKind, Notifications } from '#app/rules/messages/notifications.ts'
import { eventOf, HEARD_BY_SOMEBODY, STAFF_EVENTS } from '#app/rules/messages/staff-notices.ts'

/** The receiver of a notification with all addresses: E.164, an e-mail address, browsers and devices of the account. */
export type Receiver = {
  account: string | null
  language: Language
  phone: string | null
  email: string | null
  settings: Notifications | null
  /** The channels that were chosen for them as staff; undefined if the account's settings decide. */
  ways?: Channel[] | undefined
  /** Their time zone, if it is known. */
  zone: string | null
}

/**
 * A person by their account, or those of a company's staff who answer its customers: drivers only see today's work. An
 * unproven number gets no SMS. Nobody if the account is deleted or banned.
 */
export async function accountReceivers(
  tx: Tx,
  who: { id: string } | { holder: string } | { company: number; roles?: readonly CompanyRole[] },
): Promise<Receiver[]> {
  const rows = await tx
    .selectFrom('account')
    .select(['id', 'language', 'phone', 'phone_proven_at', 'email', 'notifications', 'time_zone'])
    .where('banned_at', 'is', null)
    .$if('id' in who, (query) => query.where('id', '=', 'id' in who ? who.id : ''))
    .$if('holder' in who, (query) => query.where('holder', '=', 'holder' in who ? who.holder : ''))
    .$if('company' in who, (query) =>
      query
        .where('company_id', '=', 'company' in who ? who.company : 0)
        .where('staff_role', 'in', ('company' in who && who.roles) || DESK_ROLES),
    )
    .orderBy('id')
    .execute()
  return rows.map(({ id, language, phone, phone_proven_at, email, notifications, time_zone }) => ({
    account: id,
    language,
    phone: phone_proven_at === null ? null : phone,
    email,
    settings: notifications,
    zone: time_zone,
  }))
}

/**
 * A company's staff, each by the channels that were chosen for them; if it has no accounts, the company by its own
 * phone, in the language of its place. Important notifications use the accounts' settings if no chosen channel reaches
 * anybody any more, because the chosen person may have left. Source: issues 8 and 10.
 */
export async function companyReceivers(tx: Tx, company: number, kind: NoticeKind): Promise<Receiver[]> {
  const people = await accountReceivers(tx, { company })
  if (people.length > 0) return waysOfStaff(tx, { company, kind, people })
  const own = await companyItself(tx, company)
  return own ? [own.receiver] : []
}

/** A company's owners, and the company by its own phone, whatever they chose: where its money goes has changed. */
export async function ownersAndCompany(tx: Tx, company: number): Promise<Receiver[]> {
  const owners = await accountReceivers(tx, { company, roles: ['OWNER'] })
  const own = await companyItself(tx, company)
  if (!own || owners.some(({ phone }) => phone === own.receiver.phone)) return owners
  const { receiver, chosen } = own
  const { language, zone } = owners[0] ?? receiver
  return [...owners, { ...receiver, zone, language: chosen ?? language }]
}

/** Its phone, which is nobody's: in the language that it chose, or that most people read where its city is, otherwise in English. */
async function companyItself(
  tx: Tx,
  company: number,
): Promise<{ receiver: Receiver; chosen: Language | null } | undefined> {
  const own = await tx
    .selectFrom('company')
    .innerJoin('city', 'city.id', 'company.city_id')
    .select(['company.phone', 'company.message_language', 'city.zone'])
    .where('company.id', '=', company)
    .executeTakeFirst()
  if (!own) return undefined
  const { phone, message_language: chosen } = own
  const language = chosen ?? LANGUAGES.find((one) => READER_ZONES[one] === own.zone) ?? 'en'
  return { receiver: { account: null, language, phone, email: null, settings: null, zone: null }, chosen }
}

async function waysOfStaff(
  tx: Tx,
  { company, kind, people }: { company: number; kind: NoticeKind; people: Receiver[] },
): Promise<Receiver[]> {
  const event = eventOf(kind)
  if (!event) return people
  const roles: readonly CompanyRole[] = STAFF_EVENTS[event].roles
  const rows = await tx
    .selectFrom('account')
    .leftJoin('staff_notices', (join) =>
      join.onRef('staff_notices.account_id', '=', 'account.id').on('staff_notices.company_id', '=', company),
    )
    .select(['account.id', 'staff_role', 'choices'])
    .select(
      sql<boolean>`exists (select from push_endpoint p join session s on s.id = p.session_id
        where p.account_id = account.id and s.ended_at is null)`.as('has_push'),
    )
    .where('account.company_id', '=', company)
    .execute()
  const chosen = people.flatMap((person) => {
    const row = rows.find(({ id }) => id === person.account)
    if (!row || !roles.includes(row.staff_role)) return []
    const ways = row.choices?.[event]
    const reached = { push: row.has_push, sms: person.phone !== null, email: person.email !== null }
    return [{ ...person, ways, isReached: ways === undefined || ways.some((way) => reached[way]) }]
  })
  const isHeard = event !== HEARD_BY_SOMEBODY || chosen.some(({ isReached }) => isReached)
  return chosen.map(({ isReached: _, ways, ...person }) => ({ ...person, ways: isHeard ? ways : undefined }))
}

import { type Kysely, sql } from 'kysely'
import { api } from '#app/api/call/context.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { wordingIn } from '#app/i18n/format/names.ts'
import type { Language } from '#app/rules/constants.ts'
import { normalisePhone } from '#app/rules/identity/normalise-phone.server.ts'
import { reservationNumberIn } from '#app/rules/reservation/reservation-number.ts'
import { toLatinDigits } from '#app/rules/text/digits.ts'

const EACH = 10

type Found = {
  kind: 'person' | 'reservation' | 'payment' | 'company' | 'vehicle' | 'code'
  id: string
  title: string
  detail: string
}

/**
 * What a number, a phone, an e-mail address or a part of a name can mean, at most ten of each kind; `more` if there are
 * others. Source: *ours*.
 */
export const find = api.operator.overview.find.handler(async ({ input: { q }, context }) => {
  const { deps, language } = context
  if (q.length < 2) return { found: [], more: false }
  const asked = { q, like: likeOf(q), phone: normalisePhone(q, '+98'), language }
  const groups = await Promise.all([
    people(deps.db, asked),
    reservations(deps.db, asked),
    payments(deps.db, asked),
    companies(deps.db, asked),
    vehicles(deps.db, asked),
    codes(deps.db, asked),
  ])
  return { found: groups.flatMap((group) => group.slice(0, EACH)), more: groups.some(({ length }) => length > EACH) }
})

type Asked = { q: string; like: string; phone: string | null; language: Language }

const likeOf = (q: string) => `%${q.replace(/[\\%_]/g, '\\$&')}%`

async function people(db: Kysely<DB>, { q, like, phone }: Asked): Promise<Found[]> {
  const rows = await db
    .selectFrom('account')
    .select(['id', 'fullname', 'phone', 'email', 'role'])
    .where((where) =>
      where.or([
        where('fullname', 'ilike', like),
        where('email', '=', q.toLowerCase()),
        where('phone', '=', phone ?? ''),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(EACH + 1)
    .execute()
  return rows.map(({ id, fullname, phone, email }) => ({
    kind: 'person',
    id,
    title: fullname ?? phone,
    detail: [phone, email].filter(Boolean).join(' · '),
  }))
}

async function reservations(db: Kysely<DB>, { q, like, phone }: Asked): Promise<Found[]> {
  const rows = await db
    .selectFrom('reservation')
    .select(['id', 'number', 'fullname', 'start_date', 'status'])
    .where((where) =>
      where.or([
        where('number', '=', reservationNumberIn(q) ?? 0),
        where('phone', '=', phone ?? ''),
        where('fullname', 'ilike', like),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(EACH + 1)
    .execute()
  return rows.map(({ id, number, fullname, start_date, status }) => ({
    kind: 'reservation',
    id,
    title: `SV-${number}`,
    detail: `${fullname} · ${start_date} · ${status}`,
  }))
}

async function payments(db: Kysely<DB>, { q }: Asked): Promise<Found[]> {
  const text = toLatinDigits(q).trim()
  const number = /^\d{1,12}$/.test(text) ? Number(text) : 0
  const rows = await db
    .selectFrom('payment')
    .select(['id', 'number', 'gateway', 'status'])
    .where((where) =>
      where.or([where('number', '=', number), where('reference', '=', text), where('trace', '=', text)]),
    )
    .limit(EACH + 1)
    .execute()
  return rows.map(({ id, number, gateway, status }) => ({
    kind: 'payment',
    id,
    title: String(number),
    detail: `${gateway} · ${status}`,
  }))
}

async function companies(db: Kysely<DB>, { like, language }: Asked): Promise<Found[]> {
  const rows = await db
    .selectFrom('company')
    .select(['id', 'name', 'phone'])
    .where(sql<boolean>`name::text ilike ${like}`)
    .orderBy('id')
    .limit(EACH + 1)
    .execute()
  return rows.map(({ id, name, phone }) => ({
    kind: 'company',
    id: String(id),
    title: wordingIn(language, name),
    detail: phone,
  }))
}

async function vehicles(db: Kysely<DB>, { like }: Asked): Promise<Found[]> {
  const rows = await db
    .selectFrom('ad')
    .innerJoin('city', 'city.id', 'ad.city_id')
    .select(['ad.id', 'ad.search', 'ad.year', 'city.name_en', 'ad.reference', 'ad.category'])
    .where((where) => where.or([where('ad.search', 'ilike', like), where('ad.reference', 'ilike', like)]))
    .orderBy('ad.id')
    .limit(EACH + 1)
    .execute()
  return rows.map(({ id, year, name_en, reference }) => ({
    kind: 'vehicle',
    id: String(id),
    title: reference ?? String(id),
    detail: `${year} · ${name_en}`,
  }))
}

async function codes(db: Kysely<DB>, { like }: Asked): Promise<Found[]> {
  const rows = await db
    .selectFrom('discount_code')
    .select(['id', 'code', 'used', 'total_uses'])
    .where('code', 'ilike', like)
    .limit(EACH + 1)
    .execute()
  return rows.map(({ id, code, used, total_uses }) => ({
    kind: 'code',
    id: String(id),
    title: code,
    detail: `${used} / ${total_uses}`,
  }))
}

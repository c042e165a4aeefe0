import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { CompanyProfile } from '#app/contract/companies.ts'
import { catalogueOf } from '#app/db/catalogue.ts'
import { literalList } from '#app/db/connection/literal-list.ts'
import { remember } from '#app/db/connection/remember.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { OFFERED_LITERAL } from '#app/db/offered.ts'
import { cardCount } from '#app/db/prices/free-units.ts'
import { plansFor, usualAt } from '#app/db/prices/rental-plans.ts'
import { pricedAds } from '#app/db/prices/shown-price.ts'
import { shownLicence } from '#app/rules/identity/tax-number.ts'
import { convertUnit } from '#app/rules/money/price.ts'
import { ANSWERS } from '#app/rules/reservation/reservation-status.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { type CompanyRow, companyOf } from './company.ts'
import { coverOf } from './cover.ts'
import { readMarks } from './marks.ts'
import type { Shown } from './place.ts'

type Profile = z.infer<typeof CompanyProfile>
type Range = { from: number; to: number } | null

/** Older answers say little about the present. */
const ANSWERS_OF_DAYS = 180
/** With fewer answers the median would say little. */
const FEWEST_ANSWERS = 3
const KEEP_SECONDS = 60

/** A company with the additional facts of its page: ratings, response time, and the terms of its vehicles. */
export async function profileOf(db: Kysely<DB>, row: CompanyRow, shown: Shown & { now: Date }): Promise<Profile> {
  const company = await companyOf(db, row, shown)
  const convert = (amount: number) => convertUnit(amount, company.currency, shown.currency, shown.rate)
  const [marks, minutes, offers, terms] = await Promise.all([
    marksOf(db, String(row.id)),
    minutesToAnswer(db, row.id, shown.now),
    offersOf(db, row.id, shown),
    termsOf(db, String(row.id)),
  ])
  return {
    ...company,
    since: row.created_at.toISOString(),
    licence: shownLicence(row, shown.now.toISOString().slice(0, 10)),
    marks,
    answers_within_minutes: minutes,
    offers,
    ...terms,
    cover: coverOf(row, (amount) => (amount === null ? null : convert(amount))),
    guarantees: terms.guarantees.map(({ from, to, ...guarantee }) => {
      return { ...guarantee, from: convert(from), to: convert(to) }
    }),
  }
}

const marksOf = remember(KEEP_SECONDS, (db, company) => readMarks(db, sql`a.company_id = ${Number(company)}`))

/** The median time that travellers waited for a confirmation by hand, or an answer to a message. */
async function minutesToAnswer(db: Kysely<DB>, company: number, now: Date): Promise<number | null> {
  const since = new Date(now.getTime() - ANSWERS_OF_DAYS * DAY_MS)
  const { rows } = await sql<{ count: number; minutes: number | null }>`
    select count(*) as count, percentile_cont(0.5) within group (order by extract(epoch from waited) / 60) as minutes
    from (
      select d.at - w.at as waited from reservation r
      join reservation_event w on w.reservation_id = r.id and w.status = 'AWAITING_CONFIRMATION' and w.ad_id is null
      join lateral (
        select e.at, e.actor from reservation_event e
        where e.reservation_id = r.id and e.status in ${literalList(ANSWERS)} and e.at >= w.at order by e.at limit 1
      ) d on d.actor = 'COMPANY'
      where r.company_id = ${company} and w.at > ${since}
      union all
      select m.created_at - m.asked_at from (
        select message.sender, message.created_at,
          lag(message.sender) over said as asked_by, lag(message.created_at) over said as asked_at
        from conversation_message message join conversation c on c.id = message.conversation_id
        where c.company_id = ${company} and message.created_at > ${since}
        window said as (partition by message.conversation_id order by message.seq)
      ) m where m.sender = 'AGENT' and m.asked_by = 'CLIENT'
    ) answers`.execute(db)
  const [answers] = rows
  if (!answers || answers.count < FEWEST_ANSWERS || answers.minutes === null) return null
  return Math.max(1, Math.round(answers.minutes))
}

async function offersOf(db: Kysely<DB>, company: number, { currency, rate }: Shown): Promise<Profile['offers']> {
  const { priceRules } = await catalogueOf(db)
  const rental = usualAt(new Date())
  const { shown, joins } = pricedAds({ days: rental.days, currency, rate, plans: plansFor(priceRules, rental) })
  const { rows } = await sql<Profile['offers'][number]>`
    select a.category, ${cardCount(shown)} as ads, min(${shown}) as price_from
    from ad a join company c on c.id = a.company_id ${joins}
    where a.company_id = ${company} and a.status = ${OFFERED_LITERAL} group by a.category order by ads desc`.execute(db)
  return rows
}

type Terms = Pick<Profile, 'guarantees' | 'fuel_rules' | 'driver_age' | 'licence_years' | 'mileage_per_day'>

const termsOf = remember(KEEP_SECONDS, async (db, company): Promise<Terms> => {
  const offered = db
    .selectFrom('ad')
    .where('company_id', '=', Number(company))
    .where('status', '=', STATE_NUMBERS.OFFERED)
  const [guarantees, fuel_rules, ranges] = await Promise.all([
    offered
      .select(({ fn }) => [
        'trust as trust_type',
        fn.count<number>('unit_group').distinct().as('ads'),
        fn.min<number>('guarantee_amount').as('from'),
        fn.max<number>('guarantee_amount').as('to'),
      ])
      .groupBy('trust')
      .orderBy('ads', 'desc')
      .execute(),
    offered
      .select(({ fn }) => ['fuel_rule', fn.count<number>('unit_group').distinct().as('ads')])
      .groupBy('fuel_rule')
      .orderBy('ads', 'desc')
      .execute(),
    offered
      .select(({ fn }) => [
        fn.min('min_driver_age').as('age_from'),
        fn.max('min_driver_age').as('age_to'),
        fn.min('min_licence_years').as('licence_from'),
        fn.max('min_licence_years').as('licence_to'),
        fn.min('mileage_per_day').as('mileage_from'),
        fn.max('mileage_per_day').as('mileage_to'),
      ])
      .executeTakeFirst(),
  ])
  return {
    guarantees,
    fuel_rules,
    driver_age: rangeOf(ranges?.age_from, ranges?.age_to),
    licence_years: rangeOf(ranges?.licence_from, ranges?.licence_to),
    mileage_per_day: rangeOf(ranges?.mileage_from, ranges?.mileage_to),
  }
})

function rangeOf(from: number | null | undefined, to: number | null | undefined): Range {
  return from == null || to == null ? null : { from, to }
}

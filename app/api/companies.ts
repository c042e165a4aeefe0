import { sql } from 'kysely'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { adsByCompany } from '#app/db/ad-summary.ts'
import { catalogueOf, findCity } from '#app/db/catalogue.ts'
import { pageSlice } from '#app/rules/search/pagination.ts'
import { currencyRequested } from './books/money.ts'
import { api } from './call/context.ts'
import { citiesByCompany, companyCard, companyRows, servedIn } from './companies/company.ts'
import { profileOf } from './companies/profile.ts'

const list = api.companies.list.handler(async ({ input, context: { deps, language } }) => {
  const { page, size } = input
  const city = input.city ? await findCity(deps.db, input.city) : undefined
  if (input.city && !city) throw invalidFields({ city: ['unknown_city'] })

  let companies = companyRows(deps.db).where('company.suspended_at', 'is', null)
  let counted = deps.db
    .selectFrom('company')
    .where('suspended_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
  if (city) {
    companies = companies.where(servedIn(city.id))
    counted = counted.where(servedIn(city.id))
  }
  const { count } = await counted.executeTakeFirstOrThrow()
  const { start } = pageSlice(page, count, size)
  const rows = await companies
    .orderBy('company.verified', 'desc')
    .orderBy(sql`company.rating_sum::float8 / greatest(company.rating_count, 1)`, 'desc')
    .orderBy('company.id')
    .limit(size)
    .offset(start)
    .execute()
  const ids = rows.map(({ id }) => id)
  const [adsOf, citiesOf] = await Promise.all([adsByCompany(deps.db), citiesByCompany(deps.db, ids, language)])
  return {
    count,
    results: rows.map((row) => companyCard(row, { ads: adsOf(row.id), cities: citiesOf(row.id), language })),
  }
})

const read = api.companies.read.handler(async ({ input, context: { deps, language }, errors }) => {
  const asked = companyRows(deps.db).where('company.suspended_at', 'is', null)
  const row = await (/^\d{1,9}$/.test(input.id)
    ? asked.where('company.id', '=', Number(input.id))
    : asked.where('company.slug', '=', input.id)
  ).executeTakeFirst()
  if (!row) throw errors.NOT_FOUND()
  const { rate } = await catalogueOf(deps.db)
  const currency = currencyRequested(input.currency, language)
  return profileOf(deps.db, row, { language, currency, rate, now: deps.now() })
})

export const companies = { list, read }

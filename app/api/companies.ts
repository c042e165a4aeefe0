import { sql } from 'kysely'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { adsByCompany } from '#app/db/ad-summary.ts'
import { catalogueOf, findCity } from '#app/db/catalogue.ts'
import { pageSlice } from '#app/rules/pagination.ts'
import { companyCard, companyOf, companyRows } from './companies/company.ts'
import { api } from './context.ts'
import { currencyRequested } from './money.ts'

const list = api.companies.list.handler(async ({ input, context: { deps, language } }) => {
  const { page, size } = input
  const city = input.city ? await findCity(deps.db, input.city) : undefined
  if (input.city && !city) throw invalidFields({ city: ['unknown_city'] })

  let companies = companyRows(deps.db)
  let counted = deps.db.selectFrom('company').select((eb) => eb.fn.countAll<number>().as('count'))
  if (city) {
    const inCity = sql<boolean>`exists (select from place where place.company_id = company.id and place.city_id = ${city.id})`
    companies = companies.where(inCity)
    counted = counted.where(inCity)
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
  const adsOf = await adsByCompany(deps.db)
  return {
    count,
    results: rows.map((row) => companyCard(row, adsOf(row.id), language)),
  }
})

const read = api.companies.read.handler(async ({ input, context: { deps, language }, errors }) => {
  const row = await companyRows(deps.db).where('company.id', '=', input.id).executeTakeFirst()
  if (!row) throw errors.NOT_FOUND()
  const { rate } = await catalogueOf(deps.db)
  return companyOf(deps.db, row, { language, currency: currencyRequested(input.currency, language), rate })
})

export const companies = { list, read }

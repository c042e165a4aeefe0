import { sql } from 'kysely'
import { REFUNDING, SHARING } from '#app/api/books/movements.ts'
import { api } from '#app/api/call/context.ts'
import { CITY_NAMES } from '#app/db/city-names.ts'
import { literalList } from '#app/db/connection/literal-list.ts'
import { nameOf, wordingIn } from '#app/i18n/format/names.ts'
import { CURRENCY_IDS } from '#app/rules/constants.ts'
import { dac7Problems, isReported, type Quarter, type Seller } from '#app/rules/money/dac7.ts'

interface Earned {
  owner: string
  quarter: number
  paid: string
  fees: string
  rentals: number
}

/** Companies with earnings in euro in a year of the Gregorian calendar, by quarter, from the ledger. Source: Directive (EU) 2021/514. */
export const dac7 = api.operator.tax.dac7.handler(async ({ input: { year }, context: { deps, language } }) => {
  const { db } = deps
  const { rows: earned } = await sql<Earned>`
    select account.owner, extract(quarter from t.at at time zone 'UTC')::int as quarter, sum(entry.amount) as paid,
      coalesce(sum(case when t.kind in ${literalList(SHARING)} then (select sum(other.amount) from ledger_entry other
        join ledger_account kept on kept.id = other.account_id and kept.kind = 'COMMISSION'
        where other.transaction_id = t.id) end), 0) as fees,
      count(distinct t.reservation_id) filter (where t.kind in ('COMMISSION', 'RETAINED') and entry.amount > 0)::int as rentals
    from ledger_account account
    join ledger_entry entry on entry.account_id = account.id
    join ledger_transaction t on t.id = entry.transaction_id
    where account.kind = 'COMPANY' and account.currency_id = ${CURRENCY_IDS.EUR}
      and t.kind in ${literalList([...SHARING, ...REFUNDING, 'CHARGE'])}
      and t.at >= ${`${year}-01-01T00:00:00Z`}::timestamptz and t.at < ${`${year + 1}-01-01T00:00:00Z`}::timestamptz
    group by account.owner, quarter`.execute(db)
  const companies = await db
    .selectFrom('company')
    .innerJoin('city', 'city.id', 'company.city_id')
    .innerJoin('country', 'country.id', 'city.country_id')
    .select(['company.id', 'company.name', 'legal_name', 'address', 'zip_code', 'tax_number', 'legal_id'])
    .select(['country.code as country', ...CITY_NAMES])
    .where((of) => of('company.id', '=', of.fn.any(of.val(earned.map(({ owner }) => Number(owner))))))
    .orderBy('company.id')
    .execute()
  const sellers = companies.map((row) => {
    const quarterOf = (quarter: number): Quarter => {
      const found = earned.find((one) => one.owner === String(row.id) && one.quarter === quarter)
      return { paid: Number(found?.paid ?? 0), fees: Number(found?.fees ?? 0), rentals: found?.rentals ?? 0 }
    }
    const seller: Seller = {
      ...row,
      city: row.name_en,
      quarters: [quarterOf(1), quarterOf(2), quarterOf(3), quarterOf(4)],
    }
    return { seller, name: wordingIn(language, row.name), city: nameOf(row, language) }
  })
  return {
    year,
    sellers: sellers.map(({ seller, name, city }) => ({
      ...{ company: { id: seller.id, name }, city, city_en: seller.city, country: seller.country },
      ...{ legal_name: seller.legal_name, tax_number: seller.tax_number, legal_id: seller.legal_id },
      ...{ address: seller.address, zip_code: seller.zip_code, is_reported: isReported(seller) },
      problems: isReported(seller) ? dac7Problems(seller) : [],
      quarters: seller.quarters as [Quarter, Quarter, Quarter, Quarter],
    })),
  }
})

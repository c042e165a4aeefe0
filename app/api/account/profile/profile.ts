import type { z } from 'zod'
import { walletOf } from '#app/api/account/own-data/holdings.ts'
import { balanceOf } from '#app/api/books/ledger.ts'
import { currencyRequested } from '#app/api/books/money.ts'
import type { Person } from '#app/api/call/admission/person.ts'
import { type ApiContext, api } from '#app/api/call/context.ts'
import type { Profile } from '#app/contract/account/account.ts'
import { NAMES } from '#app/db/city-names.ts'
import { nameOf, wordingIn } from '#app/i18n/format/names.ts'
import { CURRENCY_CODES, CURRENCY_IDS } from '#app/rules/constants.ts'
import { dialCodeOf } from '#app/rules/identity/phone.ts'
import { shownAvatar } from './avatar-address.ts'

/** The signed-in person as they see themselves, the wallet in the requested currency (§7). */
export const profile = api.account.profile.handler(({ input, context }) =>
  profileOf(context, context.person, input.currency),
)

/** Reads the profile of a person again. */
export async function profileOf(
  { deps, language }: ApiContext,
  person: Person,
  currency?: string,
): Promise<z.infer<typeof Profile>> {
  const { db } = deps
  const requested = currencyRequested(currency, language)
  const row = await db
    .selectFrom('account')
    .leftJoin('company', 'company.id', 'account.company_id')
    .selectAll('account')
    .select('company.name as company_name')
    .where('account.id', '=', person.id)
    .executeTakeFirstOrThrow()
  const names = await db
    .selectFrom('currency')
    .select(NAMES)
    .where('id', '=', CURRENCY_IDS[requested])
    .executeTakeFirstOrThrow()
  const wallet = await walletOf(db, { ...row, phoneProven: row.phone_proven_at !== null })
  const wallets = await Promise.all(
    CURRENCY_CODES.map(async (code) => ({
      currency: code,
      balance: wallet === null ? 0 : await balanceOf(db, { kind: 'WALLET', owner: wallet, currency: code }),
    })),
  )
  return {
    phone: row.phone.slice(dialCodeOf(row.phone).length),
    country_code: dialCodeOf(row.phone),
    username: row.username,
    fullname: row.fullname,
    ...shownAvatar(deps, row.avatar),
    credit: wallets.find((wallet) => wallet.currency === requested)?.balance ?? 0,
    credit_currency: { name: nameOf(names, language), code: requested },
    wallets,
    is_agency: row.role === 'AGENT',
    is_company_owner: row.role === 'AGENT' && row.staff_role === 'OWNER',
    is_admin: row.role === 'ADMIN',
    company:
      row.company_id !== null && row.company_name
        ? { id: row.company_id, name: wordingIn(language, row.company_name) }
        : null,
    national_id: row.national_id,
    address: row.address,
    email: row.email,
    country: row.country,
    city: row.city,
    zip_code: row.zip_code,
    date_of_birth: row.date_of_birth,
    notifications: row.notifications,
    time_zone: row.time_zone,
  }
}

import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import {
  CURRENCY_IDS,
  type CurrencyCode,
  currencyOfId,
  currencyOfLanguage,
  type Language,
} from '#app/rules/constants.ts'

/** The currency that a `currency` parameter names, by id or code; otherwise the language's own (§1). */
export function currencyRequested(requested: string | undefined, language: Language): CurrencyCode {
  const upper = requested?.trim().toUpperCase()
  if (upper && upper in CURRENCY_IDS) return upper as CurrencyCode
  return currencyOfId(Number(upper)) ?? currencyOfLanguage(language)
}

/** Toman for one euro: the stored rate. Throws if the currencies were never loaded. */
export async function euroRate(db: Kysely<DB>): Promise<number> {
  const { irt_per_unit } = await db
    .selectFrom('currency')
    .select('irt_per_unit')
    .where('id', '=', CURRENCY_IDS.EUR)
    .executeTakeFirstOrThrow()
  return irt_per_unit
}

import type { AlertNews } from '#app/api/notifications/notify.ts'
import type { CatalogueCity } from '#app/db/catalogue.ts'
import { currencyOfId } from '#app/rules/constants.ts'

interface Row {
  start_date: string
  end_date: string
  currency_id: number
  seen: number
  found: number | null
}

/** What the messages of an alert say of it. */
export function alertNews({ start_date, end_date, currency_id, seen, found }: Row, city: CatalogueCity): AlertNews {
  return { city, start_date, end_date, currency: currencyOfId(currency_id) ?? 'IRT', seen, found: found ?? seen }
}

import { account } from './account.ts'
import { ads } from './ads.ts'
import { agency } from './agency.ts'
import { companies } from './companies.ts'
import { content } from './content.ts'
import { ownReservations } from './own-reservations.ts'
import { payments } from './payments.ts'
import { places } from './places.ts'
import { reservations } from './reservations.ts'
import { site } from './site.ts'
import { vehicles } from './vehicles.ts'

/** Every call of the API by its noun: the one place where the groups meet. */
export const contract = {
  account,
  ads,
  agency,
  companies,
  content,
  payments,
  places,
  reservations: { ...reservations, ...ownReservations },
  site,
  vehicles,
}

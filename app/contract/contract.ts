import { account } from './account/account.ts'
import { secondFactor } from './account/second-factor.ts'
import { securityKeys } from './account/security-keys.ts'
import { ads } from './ads.ts'
import { alerts } from './alerts.ts'
import { chat } from './chat/chat.ts'
import { companies } from './companies.ts'
import { company } from './company.ts'
import { content } from './content.ts'
import { newsletter } from './newsletter.ts'
import { notifications } from './notifications.ts'
import { operator } from './operator.ts'
import { partners } from './partners.ts'
import { payments } from './payments.ts'
import { cityGuides } from './places/city-guide.ts'
import { places } from './places/places.ts'
import { cheaper } from './reservations/cheaper.ts'
import { checkIn } from './reservations/check-in.ts'
import { extensions } from './reservations/extensions.ts'
import { drivers } from './reservations/further-drivers.ts'
import { keyBox } from './reservations/key-box.ts'
import { monthly } from './reservations/monthly.ts'
import { offers } from './reservations/offers.ts'
import { ownContract } from './reservations/own-contract.ts'
import { ownReservations } from './reservations/own-reservations.ts'
import { quotes } from './reservations/quotes.ts'
import { recipient } from './reservations/recipient.ts'
import { reservations } from './reservations/reservations.ts'
import { site } from './site.ts'
import { tickets } from './support/tickets.ts'
import { uploads } from './support/uploads.ts'
import { vehicles } from './vehicles.ts'

/** Every call of the API by its noun: the only place where the groups are joined. */
export const contract = {
  account: { ...account, ...secondFactor, ...securityKeys },
  ads,
  alerts,
  chat,
  companies,
  company,
  content,
  newsletter,
  notifications,
  operator,
  partners,
  payments,
  places: { ...places, ...cityGuides },
  reservations: {
    ...reservations,
    ...ownReservations,
    ...extensions,
    ...offers,
    ...ownContract,
    quotes,
    checkIn,
    drivers,
    keyBox,
    recipient,
    monthly,
    cheaper,
  },
  site,
  support: { ...tickets, ...uploads },
  vehicles,
}

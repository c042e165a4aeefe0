import { secondFactor } from './account/second-factor.ts'
import { securityKeys } from './account/security-keys.ts'
import { account } from './account.ts'
import { ads } from './ads.ts'
import { chat } from './chat.ts'
import { companies } from './companies.ts'
import { company } from './company.ts'
import { content } from './content.ts'
import { newsletter } from './newsletter.ts'
import { notifications } from './notifications.ts'
import { approvals } from './operator/approvals.ts'
import { audit } from './operator/audit.ts'
import { managedCompanies } from './operator/companies.ts'
import { directory } from './operator/directory.ts'
import { inbox } from './operator/inbox.ts'
import { moderation } from './operator/moderation.ts'
import { managedOperators } from './operator/operators.ts'
import { overview } from './operator/overview.ts'
import { partnerApplications } from './operator/partners.ts'
import { cardReturns } from './operator/payments/card-returns.ts'
import { managedPayments } from './operator/payments/payments.ts'
import { payouts } from './operator/payments/payouts.ts'
import { reviews } from './operator/payments/reviews.ts'
import { people } from './operator/people.ts'
import { records } from './operator/records.ts'
import { managedReservations } from './operator/reservations/reservations.ts'
import { codes } from './operator/settings/codes.ts'
import { config } from './operator/settings/config.ts'
import { templates } from './operator/settings/templates.ts'
import { texts } from './operator/texts.ts'
import { partners } from './partners.ts'
import { payments } from './payments.ts'
import { cityGuides } from './places/city-guide.ts'
import { places } from './places.ts'
import { ownReservations } from './reservations/own-reservations.ts'
import { reservations } from './reservations.ts'
import { site } from './site.ts'
import { tickets } from './support/tickets.ts'
import { uploads } from './support/uploads.ts'
import { vehicles } from './vehicles.ts'

/** Every call of the API by its noun: the only place where the groups are joined. */
export const contract = {
  account: { ...account, ...secondFactor, ...securityKeys },
  ads,
  chat,
  companies,
  company,
  content,
  newsletter,
  notifications,
  operator: {
    ...overview,
    ...directory,
    ...inbox,
    ...moderation,
    ...people,
    ...managedCompanies,
    ...partnerApplications,
    ...codes,
    ...audit,
    ...config,
    ...managedPayments,
    ...cardReturns,
    ...reviews,
    ...records,
    ...templates,
    ...texts,
    ...payouts,
    ...approvals,
    ...managedOperators,
    reservations: managedReservations,
  },
  partners,
  payments,
  places: { ...places, ...cityGuides },
  reservations: { ...reservations, ...ownReservations },
  site,
  support: { ...tickets, ...uploads },
  vehicles,
}

import { account } from './account.ts'
import { ads } from './ads.ts'
import { agency } from './agency.ts'
import { chat } from './chat.ts'
import { cityGuides } from './city-guide.ts'
import { companies } from './companies.ts'
import { content } from './content.ts'
import { deskCalendar } from './desk/calendar.ts'
import { deskFeeds } from './desk/feeds.ts'
import { deskFleet } from './desk/fleet.ts'
import { deskHours } from './desk/hours.ts'
import { deskNotices } from './desk/notices.ts'
import { deskOnboarding } from './desk/onboarding.ts'
import { deskPlaces } from './desk/places.ts'
import { deskPrices } from './desk/prices.ts'
import { deskProtocols } from './desk/protocols.ts'
import { deskReservations } from './desk/reservations.ts'
import { deskStaffCalls } from './desk/staff.ts'
import { deskStatement } from './desk/statement.ts'
import { deskTiers } from './desk/tiers.ts'
import { deskToday } from './desk/today.ts'
import { deskViews } from './desk/views.ts'
import { fleetPhotos } from './fleet/photos.ts'
import { fleetVehicles } from './fleet/vehicles.ts'
import { newsletter } from './newsletter.ts'
import { notifications } from './notifications.ts'
import { approvals } from './operator/approvals.ts'
import { audit } from './operator/audit.ts'
import { codes } from './operator/codes.ts'
import { managedCompanies } from './operator/companies.ts'
import { config } from './operator/config.ts'
import { directory } from './operator/directory.ts'
import { inbox } from './operator/inbox.ts'
import { moderation } from './operator/moderation.ts'
import { managedOperators } from './operator/operators.ts'
import { overview } from './operator/overview.ts'
import { partnerApplications } from './operator/partners.ts'
import { managedPayments } from './operator/payments.ts'
import { payouts } from './operator/payouts.ts'
import { people } from './operator/people.ts'
import { records } from './operator/records.ts'
import { templates } from './operator/templates.ts'
import { texts } from './operator/texts.ts'
import { ownReservations } from './own-reservations.ts'
import { partners } from './partners.ts'
import { payments } from './payments.ts'
import { places } from './places.ts'
import { reservations } from './reservations.ts'
import { secondFactor } from './second-factor.ts'
import { securityKeys } from './security-keys.ts'
import { site } from './site.ts'
import { tickets } from './support/tickets.ts'
import { uploads } from './support/uploads.ts'
import { vehicles } from './vehicles.ts'

/** Every call of the API by its noun: the one place where the groups meet. */
export const contract = {
  account: { ...account, ...secondFactor, ...securityKeys },
  ads,
  agency,
  chat,
  companies,
  content,
  fleet: { ...fleetVehicles, ...fleetPhotos },
  newsletter,
  desk: {
    ...deskToday,
    ...deskReservations,
    ...deskProtocols,
    ...deskFleet,
    ...deskCalendar,
    ...deskFeeds,
    ...deskPrices,
    ...deskHours,
    ...deskPlaces,
    ...deskNotices,
    ...deskViews,
    ...deskTiers,
    ...deskStaffCalls,
    ...deskStatement,
    ...deskOnboarding,
  },
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
    ...records,
    ...templates,
    ...texts,
    ...payouts,
    ...approvals,
    ...managedOperators,
  },
  partners,
  payments,
  places: { ...places, ...cityGuides },
  reservations: { ...reservations, ...ownReservations },
  site,
  support: { ...tickets, ...uploads },
  vehicles,
}

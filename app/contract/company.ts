import { blocks } from './company/calendar/blocks.ts'
import { calendar } from './company/calendar/calendar.ts'
import { feeds } from './company/calendar/feeds.ts'
import { contracts } from './company/contracts.ts'
import { customers } from './company/customers.ts'
import { deposits } from './company/deposits.ts'
import { events } from './company/developers/events.ts'
import { keys } from './company/developers/keys.ts'
import { webhooks } from './company/developers/webhooks.ts'
import { disputes } from './company/disputes.ts'
import { vehicleDetails } from './company/fleet/details.ts'
import { due } from './company/fleet/due.ts'
import { fines } from './company/fleet/fines.ts'
import { imports } from './company/fleet/imports.ts'
import { vehicleKeyBox } from './company/fleet/key-box.ts'
import { many } from './company/fleet/many.ts'
import { offers } from './company/fleet/offers.ts'
import { photos } from './company/fleet/photos.ts'
import { vehicles } from './company/fleet/vehicles.ts'
import { messages } from './company/messages/messages.ts'
import { accounting } from './company/money/accounting.ts'
import { bank } from './company/money/bank.ts'
import { cash } from './company/money/cash.ts'
import { commission } from './company/money/commission.ts'
import { statement } from './company/money/statement.ts'
import { hours } from './company/places/hours.ts'
import { places } from './company/places/places.ts'
import { prices } from './company/prices/prices.ts'
import { tiers } from './company/prices/tiers.ts'
import { protocols } from './company/protocols.ts'
import { reports } from './company/reports.ts'
import { bookings } from './company/reservations/bookings.ts'
import { checkIn } from './company/reservations/check-in.ts'
import { driverRecord } from './company/reservations/driver-record.ts'
import { extensions } from './company/reservations/extensions.ts'
import { drivers } from './company/reservations/further-drivers.ts'
import { invoices } from './company/reservations/invoices.ts'
import { keyBox } from './company/reservations/key-box.ts'
import { monthly } from './company/reservations/monthly.ts'
import { quotes } from './company/reservations/quotes.ts'
import { reservations } from './company/reservations/reservations.ts'
import { reserves } from './company/reservations/reserves.ts'
import { risks } from './company/reservations/risks.ts'
import { today } from './company/reservations/today.ts'
import { views } from './company/reservations/views.ts'
import { reviews } from './company/reviews.ts'
import { details } from './company/settings/details.ts'
import { exported } from './company/settings/export.ts'
import { frame } from './company/settings/frame.ts'
import { logo } from './company/settings/logo.ts'
import { onboarding } from './company/settings/onboarding.ts'
import { settings } from './company/settings/settings.ts'
import { log } from './company/staff/log.ts'
import { notices } from './company/staff/notices.ts'
import { staff } from './company/staff/staff.ts'
import { deskRecipient } from './reservations/recipient.ts'

/**
 * The calls of a rental company's staff, and of operators in its place. For everybody else these things do not exist.
 */
export const company = {
  reservations: {
    ...today,
    ...reservations,
    ...reserves,
    ...views,
    ...bookings,
    ...risks,
    ...driverRecord,
    extensions,
    quotes,
    checkIn,
    invoices,
    recipient: deskRecipient,
    drivers,
    keyBox,
    monthly,
  },
  customers,
  contracts,
  protocols,
  deposits,
  disputes,
  fleet: {
    ...vehicles,
    ...photos,
    ...offers,
    due,
    fines,
    many,
    imports,
    keyBox: vehicleKeyBox,
    details: vehicleDetails,
  },
  prices: { ...prices, ...tiers },
  calendar: { ...calendar, ...blocks, ...feeds },
  places: { ...places, ...hours },
  staff: { ...staff, ...notices, ...log },
  messages,
  developers: { keys, events, webhooks },
  money: { ...commission, ...statement, bank, cash, accounting },
  settings: { ...settings, ...details, ...frame, ...onboarding, ...logo, ...exported },
  reports,
  reviews,
}

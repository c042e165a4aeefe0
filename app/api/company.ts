import { calendar } from './company/calendar.ts'
import { contracts } from './company/contracts.ts'
import { customers } from './company/customers.ts'
import { deposits } from './company/deposits.ts'
import { developers } from './company/developers.ts'
import { disputes } from './company/disputes.ts'
import { fleet } from './company/fleet.ts'
import { messages } from './company/messages.ts'
import { money } from './company/money.ts'
import { places } from './company/places.ts'
import { prices } from './company/prices.ts'
import { protocols } from './company/protocols.ts'
import { reports } from './company/reports.ts'
import { reservations } from './company/reservations.ts'
import { reviews } from './company/reviews.ts'
import { settings } from './company/settings.ts'
import { staff } from './company/staff.ts'

export const company = {
  ...{
    reservations,
    customers,
    contracts,
    protocols,
    deposits,
    developers,
    disputes,
    fleet,
    prices,
    calendar,
    places,
    staff,
    messages,
    money,
    reports,
    reviews,
    settings,
  },
}

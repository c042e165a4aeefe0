import type { ReadinessPart } from '#app/rules/reservation/check-in/readiness.ts'
import type { OwnTrip } from '../own-trip.server.ts'

/** What the pages of a check-in show of their trip. */
export function shownTrip({ id, number, ad, company, start_date, start_time, end_date, ...trip }: OwnTrip) {
  const { national_id, phone, deposit_facts } = trip
  return {
    ...{ id, number, title: ad.title, company: company.name, start_date, start_time, end_date, national_id, phone },
    mayPayDeposit: deposit_facts.online !== null,
  }
}

/** Where a part of the readiness is done. */
export function partHref(id: string, part: ReadinessPart): string {
  const trip = `/profile/reservation/${id}`
  switch (part) {
    case 'LICENCE':
      return `${trip}/check-in/licence`
    case 'DRIVERS':
      return `${trip}/check-in/drivers`
    case 'IDENTITY':
      return `${trip}/check-in/identity`
    case 'ARRIVAL':
      return `${trip}/check-in/arrival`
    case 'CONTRACT':
      return `/voucher/${id}/contract`
    case 'DEPOSIT':
      return `${trip}/check-in/deposit`
  }
}

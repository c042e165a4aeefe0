import { textFor } from '#app/i18n/text/texts.server.ts'
import type { Language } from '#app/rules/constants.ts'
import { formatPhone } from '#app/rules/identity/phone.ts'
import { writeCalendarEvent } from '#app/rules/time/calendar-event.server.ts'
import { pathIn } from '../language.ts'
import { type HandOver, placeLine } from './place-line.ts'

/** What a calendar file needs of a confirmed rental; instants are ISO. */
type Rental = {
  id: string
  number: string
  start_at: string
  end_at: string
  created_at: string
  events: { at: string }[]
  ad: { title: string }
  company: { name: string; phone: string }
  receive: HandOver
  return: HandOver
}

/** A confirmed rental as an iCalendar file. `origin` is the site's public address. */
export function rentalEvent(rental: Rental, site: { language: Language; origin: string; brand: string }): string {
  const { language, origin, brand } = site
  const t = textFor(language, 'voucher')
  const receive = placeLine(rental.receive, language)
  return writeCalendarEvent({
    uid: `${rental.id}@${new URL(origin).hostname}`,
    product: brand,
    start: new Date(rental.start_at),
    end: new Date(rental.end_at),
    changed: new Date(rental.events.at(-1)?.at ?? rental.created_at),
    changes: rental.events.length,
    summary: t('ics.summary', { vehicle: rental.ad.title, company: rental.company.name }),
    location: receive,
    description: t('ics.description', {
      number: rental.number,
      receive,
      return: placeLine(rental.return, language),
      phone: formatPhone(rental.company.phone),
    }),
    url: origin + pathIn(language, `/voucher/${rental.id}`),
    alarm: t('ics.alarm'),
  })
}

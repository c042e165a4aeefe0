import { writeCalendarEvent } from '#app/features/reservation/calendar-event.ts'
import { phaseOf } from '#app/features/reservation/phase.ts'
import { placeLine } from '#app/features/reservation/place-line.ts'
import { voucherAt } from '#app/features/reservation/voucher.server.ts'
import { pathIn } from '#app/i18n/language.ts'
import { textFor } from '#app/i18n/texts.server.ts'
import { formatPhone } from '#app/rules/phone.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { Route } from './+types/calendar'

/** The rental as a calendar file, once it is confirmed. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { language, origin, config } = context.get(siteContext)
  const voucher = await voucherAt(context, params.id)
  if (phaseOf(voucher) !== 'valid') throw notFound()
  const t = textFor(language, 'voucher')
  const receive = placeLine(voucher.receive, language)
  const file = writeCalendarEvent({
    uid: `${voucher.id}@${new URL(origin).hostname}`,
    product: config.brand.name[language],
    start: new Date(voucher.start_at),
    end: new Date(voucher.end_at),
    changed: new Date(voucher.events.at(-1)?.at ?? voucher.created_at),
    changes: voucher.events.length,
    summary: t('ics.summary', { vehicle: voucher.ad.title, company: voucher.company.name }),
    location: receive,
    description: t('ics.description', {
      number: voucher.number,
      receive,
      return: placeLine(voucher.return, language),
      phone: formatPhone(voucher.company.phone),
    }),
    url: origin + pathIn(language, `/voucher/${voucher.id}`),
    alarm: t('ics.alarm'),
  })
  return new Response(file, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${voucher.number}.ics"`,
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    },
  })
}

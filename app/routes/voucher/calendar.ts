import { phaseOf } from '#app/features/reservation/phase.ts'
import { voucherAt } from '#app/features/reservation/voucher.server.ts'
import { rentalEvent } from '#app/i18n/format/rental-event.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { Route } from './+types/calendar'

/** The rental as a calendar file, once it is confirmed. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { language, origin, config } = context.get(siteContext)
  const voucher = await voucherAt(context, params.id)
  if (phaseOf(voucher) !== 'valid') throw notFound()
  const file = rentalEvent(voucher, { language, origin, brand: config.brand.name[language] })
  return new Response(file, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${voucher.number}.ics"`,
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    },
  })
}

import { redirect } from 'react-router'
import { qrCodeOf } from '#app/features/qr/qr-code.server.ts'
import { handOverMaps } from '#app/features/reservation/hand-over-maps.server.ts'
import { phaseOf } from '#app/features/reservation/phase.ts'
import { voucherAt } from '#app/features/reservation/voucher.server.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { decoration } from '#app/web/page/decoration.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/voucher'
import { Pass } from './pass.tsx'
import { ReservationPage } from './reservation-page.tsx'

export const handle: PageHandle = {
  areas: ['voucher', 'refunds', 'bill', 'vehicle', 'asked', 'protocol', 'map', 'deposit'],
  noJs: true,
  private: true,
  noIndex: true,
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { language, origin, config } = context.get(siteContext)
  const voucher = await voucherAt(context, params.id)
  // Of an offer that nobody has accepted its own page says more; the shared address does not lead there.
  if (voucher.quote && voucher.quote !== 'ACCEPTED' && !voucher.is_shared) throw redirect(`/quote/${voucher.id}`)
  const phase = phaseOf(voucher)
  const t = textFor(language, 'voucher')
  const title = t(phase === 'valid' ? 'meta.title' : 'meta.reservation', { number: numberIn(language, voucher.number) })
  const page = {
    voucher,
    phase,
    maps: handOverMaps(context, voucher),
    brand: config.brand.name[language],
    meta: { title, description: t('meta.description') },
  }
  if (phase !== 'valid') return { ...page, printed: null }
  const bring = await decoration(context, 'bring', apiOf(context).reservations.voucherDescription(), { results: [] })
  const address = origin + pathIn(language, `/voucher/${voucher.share_id}`)
  const isPrinting = url.searchParams.has('print')
  return { ...page, printed: { qr: qrCodeOf(address), bring: bring.results, address, isPrinting } }
}

/** "Check again": asks the bank, and shows the same page with what it said. */
export async function action({ context, params }: Route.ActionArgs) {
  const t = textFor(context.get(siteContext).language, 'voucher')
  const { id, payment } = await voucherAt(context, params.id)
  if (payment) await apiOf(context).payments.clientVerify({ ref_id: payment.id })
  const after = phaseOf(await voucherAt(context, params.id))
  const message = after === 'checking' ? t('stillChecking') : after === 'pay' ? t('notPaidYet') : undefined
  return message ? goOn(context, `/voucher/${id}`, message, 'info') : redirect(`/voucher/${id}`, 303)
}

export default function VoucherPage({ loaderData }: Route.ComponentProps) {
  const { voucher, phase, maps, printed, brand } = loaderData
  if (printed) return <Pass {...{ voucher, maps, brand }} {...printed} />
  return <ReservationPage {...{ voucher, phase, maps }} />
}

import { data, Link, redirect, useSearchParams } from 'react-router'
import { RefundTarget } from '#app/contract/reservations/reservations.ts'
import { HelpLinks } from '#app/features/help/help-links.tsx'
import { RefundNote } from '#app/features/payment/refund-note.tsx'
import { FlexibleNote } from '#app/features/reservation/rental-terms.tsx'
import { Trip } from '#app/features/reservation/trip.tsx'
import { type VoucherFacts, voucherAt } from '#app/features/reservation/voucher.server.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { OptionCard } from '#app/ui/form/option-card.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/cancel'

export const handle: PageHandle = { areas: ['voucher', 'refunds', 'asked'], noJs: true, private: true, noIndex: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const voucher = await voucherAt(context, params.id)
  const { language } = context.get(siteContext)
  const t = textFor(language, 'voucher')
  const title = t('meta.cancel', { number: numberIn(language, voucher.number) })
  const { ways } = voucher.refund_now ? await apiOf(context).reservations.refundWays({ id: voucher.id }) : NOWHERE
  const page = { voucher, ways, meta: { title, description: t('meta.description') } }
  return data(page, { status: voucher.refund_now === null ? 409 : 200 })
}

const NOWHERE: Ways = { currency: 'IRT', ways: [] }
const Way = RefundTarget.optional().catch(undefined)

/** Cancels with the refund that the page showed, the way that was chosen; another one is shown first. An account is written on a page of its own. */
export async function action({ context, params, request, url }: Route.ActionArgs) {
  const { language } = context.get(siteContext)
  const { id, status, refund_now, refunded, currency } = await voucherAt(context, params.id)
  const fields = await request.formData()
  const shown = fields.get('shown_refund')
  const isAsShown = String(status === 'CANCELLED' ? refunded : refund_now) === shown
  if (!isAsShown) return data({ problem: 'changed' as const }, { status: 409 })
  if (fields.get('way') === 'ACCOUNT' && status !== 'CANCELLED')
    return redirect(`/voucher/${id}/cancel/account${url.search}`, 303)
  try {
    const { refund } = await apiOf(context).reservations.cancel({ id, way: Way.parse(fields.get('way') ?? undefined) })
    const t = textFor(language, 'voucher')
    const amount = formatMoney(refund, currency, language)
    const message = refund > 0 ? t('cancel.doneRefund', { amount }) : t('cancel.done')
    return goOn(context, backPath(id, url.searchParams), message)
  } catch (error) {
    // The page says so by itself: it can't be cancelled any more.
    if (isCallError(error, 'NOT_CANCELLABLE')) return data({ problem: null }, { status: 409 })
    if (isCallError(error, 'REFUND_WAY_GONE')) return data({ problem: 'wayGone' as const }, { status: 409 })
    throw error
  }
}

export default function CancelPage({ loaderData: { voucher, ways }, actionData }: Route.ComponentProps) {
  const t = useText('voucher')
  const { language } = useLanguage()
  const [query] = useSearchParams()
  const canCancel = voucher.refund_now !== null
  const back = backPath(voucher.id, query)
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap read">
        <div className="page-head">
          <h1>{t('cancel.title')}</h1>
          <p className="soft">
            {t('reservation', { number: numberIn(language, voucher.number) })} · {voucher.ad.title}
          </p>
        </div>
        <div className="card stack">
          {actionData?.problem && canCancel && (
            <Note kind="warn" role="alert">
              {t(`cancel.${actionData.problem}`)}
            </Note>
          )}
          <Trip
            start={{ date: voucher.start_date, time: voucher.start_time }}
            end={{ date: voucher.end_date, time: voucher.end_time }}
            days={voucher.days}
          />
          <hr />
          {canCancel ? (
            <Question voucher={voucher} ways={ways} back={back} />
          ) : (
            <Note kind="warn">{t('cancel.impossible')}</Note>
          )}
          {canCancel || (
            <div>
              <Link className="btn" to={back}>
                {t('cancel.back')}
              </Link>
            </div>
          )}
        </div>
      </div>
    </main>
  )
}

type Ways = Awaited<ReturnType<ReturnType<typeof apiOf>['reservations']['refundWays']>>
type Asked = { voucher: VoucherFacts; ways: Ways['ways']; back: string }

function Question({ voucher, ways, back }: Asked) {
  const t = useText('voucher')
  const { language } = useLanguage()
  const { paid, city } = voucher
  const at = (instant: string) => formatInstant(new Date(instant), city.zone, language, 'weekday')
  return (
    <>
      <p className="b">
        <Refund voucher={voucher} />
      </p>
      {paid > 0 && (
        <p className="sm soft">
          {t('cancel.terms', { free: at(voucher.free_until), half: at(voucher.half_until), city: city.name })}
        </p>
      )}
      <FlexibleNote {...voucher} />
      {paid > 0 && <RefundNote />}
      <p className="sm soft">{t('cancel.final')}</p>
      <HelpLinks entries={['cancel', 'refund']} />
      <PostForm className="stack">
        <input type="hidden" name="shown_refund" value={String(voucher.refund_now)} />
        {ways.length > 0 && <WayChoice ways={ways} currency={voucher.currency} />}
        <div className="row">
          <button type="submit" className="btn btn-bad">
            {t('cancel.yes')}
          </button>
          <Link className="btn" to={back}>
            {t('cancel.no')}
          </Link>
        </div>
      </PostForm>
    </>
  )
}

/** Where the refund may go, how long it takes, and what of it goes to the wallet in any case; the quickest is chosen. */
function WayChoice({ ways, currency }: { ways: Ways['ways']; currency: Ways['currency'] }) {
  const t = useText('voucher')
  const { language } = useLanguage()
  const money = (amount: number) => formatMoney(amount, currency, language)
  return (
    <fieldset className="stack">
      <legend className="b">{t('cancel.ways.title')}</legend>
      {ways.map(({ way, amount, to_wallet }, index) => (
        <OptionCard
          key={way}
          name="way"
          value={way}
          checked={index === 0}
          title={way === 'ACCOUNT' ? t(`cancel.ways.ACCOUNT.${currency}`) : t(`cancel.ways.${way}`)}
          detail={
            <>
              {t(`cancel.waysDetail.${way}`)} {to_wallet > 0 && t('cancel.ways.rest', { amount: money(to_wallet) })}
            </>
          }
          end={money(amount)}
        />
      ))}
    </fieldset>
  )
}

/** Back to the profile for a person who came from there. */
function backPath(id: string, query: URLSearchParams): string {
  return query.get('from') === 'profile' ? `/profile/reservation/${id}` : `/voucher/${id}`
}

/** What comes back, in words. */
function Refund({ voucher }: { voucher: VoucherFacts }) {
  const t = useText('voucher')
  const { language } = useLanguage()
  const refund = voucher.refund_now ?? 0
  const money = (amount: number) => formatMoney(amount, voucher.currency, language)
  if (voucher.paid === 0) return t('cancel.unpaid')
  if (refund === 0) return t('cancel.none', { paid: money(voucher.paid) })
  if (refund === voucher.paid) return t('cancel.full', { amount: money(refund) })
  return t('cancel.part', { amount: money(refund), paid: money(voucher.paid) })
}

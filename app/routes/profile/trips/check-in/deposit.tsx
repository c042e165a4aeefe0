import { type RouterContextProvider, redirect } from 'react-router'
import { DepositBackCard } from '#app/features/deposit/deposit-card.tsx'
import { BankForm } from '#app/features/payment/bank-form.tsx'
import { answerPayForm } from '#app/features/payment/pay.server.ts'
import { formatDate } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { CHECKED, UNSUCCESSFUL } from '#app/rules/money/payment/payment-status.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { decoration } from '#app/web/page/decoration.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { type OwnTrip, ownTrip } from '../own-trip.server.ts'
import { TripSubpage } from '../trip-subpage.tsx'
import type { Route } from './+types/deposit'

export const handle: PageHandle = {
  areas: ['checkin', 'trips', 'deposit', 'payment', 'vehicle', 'errors'],
  noJs: true,
  private: true,
  noIndex: true,
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, number, ad, company, city, currency, trust_type, deposit, ...trip } = await askedBank(
    context,
    await ownTrip(context, params.id),
  )
  return {
    meta: { title: textFor(context.get(siteContext).language, 'checkin')('part.DEPOSIT') },
    trip: { id, number, title: ad.title, company: company.name, zone: city.zone },
    deposit: trip.deposit_facts,
    asksPicture: deposit.requested,
    last: lastPayment(trip),
    ...{ currency, trust_type },
  }
}

/** Leads to the bank. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { id } = await ownTrip(context, params.id)
  const page = `/profile/reservation/${id}/check-in/deposit`
  const fields = await request.formData()
  try {
    const { transaction_id, gateway } = await apiOf(context).reservations.payDeposit({ id })
    fields.set('transaction_id', transaction_id)
    fields.set('gateway', gateway)
  } catch (error) {
    // Taken, or not agreed any more: the page says which.
    if (isCallError(error, 'NOT_PAYABLE')) return redirect(page, 303)
    throw error
  }
  return answerPayForm(context, fields, () => ({ paid: page, notPayable: page }))
}

function lastPayment({ payments }: Pick<OwnTrip, 'payments'>) {
  const last = payments.find(({ purpose }) => purpose === 'DEPOSIT')
  return last ? { id: last.id, status: last.status, settled_as: last.settled_as, amount: last.amount } : null
}

/** The trip after the bank was asked about a payment that has not returned; where it can't be asked now, as it was. */
async function askedBank(context: Readonly<RouterContextProvider>, trip: OwnTrip): Promise<OwnTrip> {
  const last = lastPayment(trip)
  if (last?.status !== 'REDIRECTED') return trip
  const asked = apiOf(context).payments.clientVerify({ ref_id: last.id })
  const settled = await decoration(context, 'ask-bank', asked, undefined)
  return settled && settled.status !== last.status ? ownTrip(context, trip.id) : trip
}

type Loaded = Route.ComponentProps['loaderData']

/** The deposit before the pick-up: paid online or given at the desk, until when it is given back, and what may be kept (design/golive, screen 24). */
export default function DepositPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('deposit')
  const checkIn = useText('checkin')
  const { language } = useLanguage()
  const { trip, deposit, currency } = loaderData
  const bank = actionData && 'bank' in actionData ? actionData.bank : undefined
  const form = useReply('pay', { reply: actionData?.form })
  return (
    <TripSubpage trip={trip} title={checkIn('part.DEPOSIT')}>
      <div className="stack max-w-2xl">
        <ErrorSummary id="pay-errors" entries={form.summary({})} />
        {!bank && <LastPayment loaded={loaderData} />}
        {bank && <BankForm bank={bank} currency={currency} />}
        {!bank && deposit.state === 'AGREED' && <Ways loaded={loaderData} />}
        {deposit.state === 'AGREED' ? (
          <WhenBack deposit={deposit} />
        ) : (
          <DepositBackCard deposit={deposit} currency={currency} zone={trip.zone} />
        )}
        <Card id="what" title={t('pay.whatTitle')}>
          <ul className="stack stack-1 sm">
            {(['accepted', 'silence', 'fines'] as const).map((key) => (
              <li key={key} className="row row-s tight">
                <Icon name="check" size="s" />
                <span>{t(`pay.${key}`)}</span>
              </li>
            ))}
          </ul>
        </Card>
        <div>
          <a className="btn" href={pathIn(language, `/profile/reservation/${trip.id}/check-in`)}>
            {checkIn('back')}
          </a>
        </div>
      </div>
    </TripSubpage>
  )
}

/** What became of the last payment, where the deposit's own state does not say it. */
function LastPayment({ loaded: { last, deposit, currency, trip } }: { loaded: Loaded }) {
  const t = useText('deposit')
  const { language } = useLanguage()
  if (!last) return null
  if (CHECKED.includes(last.status))
    return (
      <Note role="status">
        {t('pay.checking')}{' '}
        <a href={pathIn(language, `/profile/reservation/${trip.id}/check-in/deposit`)}>{t('pay.check')}</a>
      </Note>
    )
  if (last.status === 'REVERSED' || last.settled_as === 'WALLET')
    return <Note role="status">{t('pay.returned', { amount: formatMoney(last.amount, currency, language) })}</Note>
  if (deposit.online === null || !UNSUCCESSFUL.some((status) => status === last.status)) return null
  return (
    <Note kind="warn" role="status">
      {t('pay.failed')}
    </Note>
  )
}

function Ways({ loaded }: { loaded: Loaded }) {
  const t = useText('deposit')
  const vehicle = useText('vehicle')
  const { language } = useLanguage()
  const { trip, deposit, currency, trust_type, asksPicture, last } = loaded
  const { agreed, online } = deposit
  const money = (amount: number) => formatMoney(amount, currency, language)
  return (
    <Card id="ways" title={money(online ?? agreed)} className="stack">
      {online !== null && !CHECKED.some((status) => status === last?.status) && (
        <PostForm className="stack stack-2">
          <p>
            <b>{t('pay.online')}</b> <span className="sm soft block">{t('pay.text')}</span>{' '}
            <span className="sm soft block">{t('pay.onlineText')}</span>
          </p>
          <div>
            <SubmitButton className="btn btn-go btn-lg">
              <Icon name="card" />
              {t('pay.submit', { amount: money(online) })}
            </SubmitButton>
          </div>
        </PostForm>
      )}
      <p>
        <b>{t('pay.atDesk')}</b>{' '}
        <span className="sm soft block">
          {t('pay.atDeskText', { way: vehicle(`trust.${trust_type}`), amount: money(agreed) })}
        </span>
        {asksPicture && (
          <a className="sm" href={pathIn(language, `/profile/reservation/${trip.id}#deposit`)}>
            {t('pay.picture')}
          </a>
        )}
      </p>
    </Card>
  )
}

function WhenBack({ deposit: { back_by, back_days, online } }: { deposit: Loaded['deposit'] }) {
  const t = useText('deposit')
  const { language } = useLanguage()
  return (
    <Card id="when" title={t('pay.whenTitle')} className="stack stack-2">
      {back_by && <p className="big">{t('pay.by', { day: formatDate(back_by, language, 'weekday') })}</p>}
      <p className="sm soft">{t(online === null ? 'pay.days' : 'pay.when', { n: back_days })}</p>
      {online !== null && <p className="sm soft">{t('pay.calledOff')}</p>}
      {online !== null && <p className="sm soft">{t('pay.how')}</p>}
    </Card>
  )
}

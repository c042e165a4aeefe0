import { Link } from 'react-router'
import { bookAgainHref } from '#app/features/booking/book-again.ts'
import { RefundNote } from '#app/features/payment/refund-note.tsx'
import type { HandOverMap } from '#app/features/reservation/hand-over-maps.server.ts'
import { NotNotified } from '#app/features/reservation/not-notified.tsx'
import type { ReservationPhase } from '#app/features/reservation/phase.ts'
import { PhaseNote } from '#app/features/reservation/phase-note.tsx'
import { PhoneCheck } from '#app/features/reservation/phone-check.tsx'
import { RentalBill } from '#app/features/reservation/rental-bill.tsx'
import { StatusTag } from '#app/features/reservation/status-tag.tsx'
import type { VoucherFacts } from '#app/features/reservation/voucher.server.ts'
import { formatModelYear } from '#app/i18n/format/model-year.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Picture } from '#app/ui/brand/picture.tsx'
import { Card } from '#app/ui/card.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Details } from './details.tsx'
import { SharedNote } from './shared-note.tsx'
import { WayLine } from './way-line.tsx'

/** A reservation that is no voucher yet, or no more: where it stands, what moves it on, what it is about. */
export function ReservationPage({
  voucher,
  phase,
  maps,
}: {
  voucher: VoucherFacts
  phase: ReservationPhase
  maps: readonly HandOverMap[]
}) {
  const t = useText('voucher')
  const { language } = useLanguage()
  const { ad } = voucher
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <div className="row page-head">
          <h1>{t('reservation', { number: numberIn(language, voucher.number) })}</h1>
          <StatusTag status={voucher.status} phase={phase} />
        </div>
        <div className="cols cols-b">
          <div className="stack stack-6">
            <PhaseNote voucher={voucher} phase={phase} />
            {phase !== 'ended' && <NotNotified voucher={voucher} />}
            {phase !== 'ended' && <PhoneCheck voucher={voucher} />}
            {voucher.is_shared && <SharedNote id={voucher.id} />}
            {phase === 'ended' ? (
              <div>
                <a className="btn btn-go" href={bookAgainHref(language, voucher)}>
                  {t('again')}
                </a>
              </div>
            ) : (
              <Card id="way" title={t('line.label')}>
                <WayLine
                  voucher={voucher}
                  phase={phase}
                  action={voucher.is_shared ? null : <NextAction voucher={voucher} phase={phase} />}
                />
              </Card>
            )}
            <Details voucher={voucher} maps={phase === 'ended' ? [] : maps} />
          </div>
          <aside className="side stack" aria-label={t('bill')}>
            <div className="card stack">
              <div className="studio">
                <Picture name={ad.picture} alt="" preset="medium" />
              </div>
              <h2>
                {ad.title}{' '}
                <span className="mute font-normal">{formatModelYear(ad.year, voucher.city.zone, language)}</span>
              </h2>
              <RentalBill bill={voucher} sums={sumsOf(voucher, phase, t)} />
            </div>
            {voucher.refund_now !== null && (
              <Link className="btn btn-bad" to={`/voucher/${voucher.id}/cancel`}>
                {t('cancelLink')}
              </Link>
            )}
            {voucher.refund_now !== null && voucher.paid > 0 && <RefundNote />}
          </aside>
        </div>
      </div>
    </main>
  )
}

/** What its holder can do now; the status line holds it. */
function NextAction({ voucher, phase }: { voucher: VoucherFacts; phase: ReservationPhase }) {
  const t = useText('voucher')
  const { id, payment } = voucher
  // Somebody who paid and lost the way back need not wait for our own check with the bank.
  const mayHavePaid = phase === 'pay' && payment?.status === 'REDIRECTED'
  return (
    <div className="row py-2">
      {phase === 'pay' && (
        <Link className="btn btn-go" to={`/payment?id=${id}`}>
          {t('pay')}
        </Link>
      )}
      {(phase === 'checking' || mayHavePaid) && (
        <PostForm action={`/voucher/${id}`}>
          <button type="submit" className={mayHavePaid ? 'btn' : 'btn btn-go'}>
            {mayHavePaid ? t('checkPaid') : t('check')}
          </button>
        </PostForm>
      )}
    </div>
  )
}

function sumsOf(
  { paid, payable_now, due_at_desk, monthly }: VoucherFacts,
  phase: ReservationPhase,
  t: ReturnType<typeof useText<'voucher'>>,
) {
  if (phase === 'ended') return paid > 0 ? [{ label: t('fact.paid'), amount: paid }] : []
  return [
    paid > 0 ? { label: t('fact.paid'), amount: paid } : { label: t('line.paid'), amount: payable_now },
    ...(due_at_desk > 0 ? [{ label: t(monthly?.chosen ? 'fact.parts' : 'fact.due'), amount: due_at_desk }] : []),
  ]
}

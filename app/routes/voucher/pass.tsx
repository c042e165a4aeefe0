import { Link } from 'react-router'
import { DepositSentence } from '#app/features/deposit/deposit-card.tsx'
import { RefundNote } from '#app/features/payment/refund-note.tsx'
import { NotNotified } from '#app/features/reservation/not-notified.tsx'
import { Phone } from '#app/features/reservation/pass-facts.tsx'
import { PhoneCheck } from '#app/features/reservation/phone-check.tsx'
import { FlexibleNote } from '#app/features/reservation/rental-terms.tsx'
import { commaOf } from '#app/i18n/format/comma.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { isolated, phoneIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { isValid } from '#app/rules/reservation/reservation-status.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Note } from '#app/ui/page/note.tsx'
import '../../../styles/pass.css'
import { PassCard, type PassCardProps } from './pass-card.tsx'
import { ShareLinks } from './share-links.tsx'
import { SharedNote } from './shared-note.tsx'

interface PassProps extends Omit<PassCardProps, 'isCopy'> {
  /** The whole address that shows the voucher to others. */
  address: string
  /** Whether it is to be printed at once. */
  isPrinting: boolean
}

/** A confirmed reservation as a ticket: one printed page, readable at a counter. */
export function Pass({ voucher, brand, qr, bring, maps, address, isPrinting }: PassProps) {
  const t = useText('voucher')
  const { language } = useLanguage()
  const { status, ad } = voucher
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap pass-page">
        <div className="row between no-print pt-6 pb-4">
          <div>
            <h1>{isValid(status) ? t(`heading.${status}`, { vehicle: ad.title }) : ad.title}</h1>
            <p className="soft">{t('printHint')}</p>
          </div>
          <div className="row row-s">
            <a className="btn" href="?print">
              <Icon name="print" />
              {t('print')}
            </a>
            <a className="btn" href={pathIn(language, `/voucher/${voucher.id}/calendar.ics`)}>
              <Icon name="calendar" />
              {t('calendar')}
            </a>
          </div>
        </div>
        <div className="stack stack-2 no-print pb-4">
          {voucher.is_shared && <SharedNote id={voucher.id} />}
          {voucher.notified && <SentTo sent={voucher.sent_to} />}
          <p className="row row-s tight">
            <Icon name="phone" size="s" />
            <span>
              {t('call', { company: voucher.company.name })}
              {commaOf(language)}
              <Phone number={voucher.receive.place?.phone ?? voucher.company.phone} />
            </span>
          </p>
        </div>
        {voucher.is_shared || status === 'COMPLETED' || (
          <p className="no-print pb-4">
            <Link to={`/voucher/${voucher.id}/contract`}>{t('contract')}</Link>
            {voucher.monthly?.chosen && (
              <>
                {' · '}
                <Link to={`/voucher/${voucher.id}/plan`}>{t('monthlyPlan')}</Link>
              </>
            )}
            {status === 'CONFIRMED' && (
              <>
                {' · '}
                <a href={pathIn(language, `/profile/reservation/${voucher.id}/check-in`)}>{t('checkIn')}</a>
              </>
            )}
          </p>
        )}
        {isPrinting && <PrintNote />}
        <ShareLinks voucher={voucher} address={address} />
        {voucher.notified || (
          <div className="no-print pb-4">
            <NotNotified voucher={voucher} />
          </div>
        )}
        {voucher.phone_correctable && (
          <div className="no-print pb-4">
            <PhoneCheck voucher={voucher} />
          </div>
        )}
        {!voucher.is_shared && voucher.deposit_facts.state !== 'NONE' && (
          <p className="no-print pb-4 row row-s tight">
            <Icon name="wallet" size="s" />
            <span>
              <DepositSentence deposit={voucher.deposit_facts} currency={voucher.currency} />
            </span>
          </p>
        )}
        <PassCard {...{ voucher, brand, qr, bring, maps }} />
        {voucher.refund_now !== null && <Plans voucher={voucher} />}
      </div>
    </main>
  )
}

/** Where the last message about the reservation went, so that its receiver knows where to look. */
function SentTo({ sent }: { sent: PassProps['voucher']['sent_to'] }) {
  const t = useText('voucher')
  const { language } = useLanguage()
  const arrived = sent.filter(({ failed }) => !failed)
  const nameOf = ({ channel, receiver }: (typeof sent)[number]) =>
    channel === 'sms' ? phoneIn(language, receiver) : isolated(receiver)
  if (sent.length === 0) return null
  if (arrived.length === 0) {
    return <Note kind="warn">{t('unsent', { to: sent.map(nameOf).join(commaOf(language)) })}</Note>
  }
  const ways = arrived.map((way) => t(`sentBy.${way.channel}`, { to: nameOf(way) })).join(commaOf(language))
  return (
    <p className="row row-s tight">
      <Icon name="check" size="s" className="ok" />
      <span>{t('sent', { ways })}</span>
    </p>
  )
}

/** Cancelling, after everything that a traveller needs, with what it gives back. */
function Plans({ voucher }: { voucher: PassProps['voucher'] }) {
  const t = useText('voucher')
  const { language } = useLanguage()
  const { city, free_until, half_until } = voucher
  const at = (instant: string) => formatInstant(new Date(instant), city.zone, language, 'weekday')
  return (
    <section className="stack stack-2 no-print py-6" aria-labelledby="plans">
      <h2 id="plans" className="text-base">
        {t('plans')}
      </h2>
      <p className="sm soft">{t('cancel.terms', { free: at(free_until), half: at(half_until), city: city.name })}</p>
      <FlexibleNote {...voucher} />
      <RefundNote />
      <p>
        <Link to={`/voucher/${voucher.id}/cancel`}>{t('cancelLink')}</Link>
      </p>
    </section>
  )
}

/** The only script of a voucher opens the window that was asked for; who has none reads how to open it. */
function PrintNote() {
  const t = useText('voucher')
  return (
    <div className="no-print pb-4">
      <Note kind="info">{t('printing')}</Note>
      <script src="/print.js" defer />
    </div>
  )
}

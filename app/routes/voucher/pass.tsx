import { Link } from 'react-router'
import { NotNotified } from '#app/features/reservation/not-notified.tsx'
import { PhoneCheck } from '#app/features/reservation/phone-check.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Note } from '#app/ui/page/note.tsx'
import '../../../styles/pass.css'
import { PassCard, type PassCardProps } from './pass-card.tsx'
import { ShareLinks } from './share-links.tsx'

interface PassProps extends Omit<PassCardProps, 'isCopy'> {
  /** The whole address of the voucher. */
  address: string
  /** Whether it is to be printed at once. */
  isPrinting: boolean
}

/** A confirmed reservation as a ticket: one printed page, readable at a counter. */
export function Pass({ voucher, brand, qr, bring, maps, address, isPrinting }: PassProps) {
  const t = useText('voucher')
  const { language } = useLanguage()
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap pass-page">
        <div className="row between no-print pt-6 pb-4">
          <div>
            <h1>{t('title')}</h1>
            <p className="soft sm">{t('printHint')}</p>
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
            {voucher.refund_now !== null && (
              <Link className="btn btn-bad" to={`/voucher/${voucher.id}/cancel`}>
                {t('cancelLink')}
              </Link>
            )}
          </div>
        </div>
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
        <PassCard {...{ voucher, brand, qr, bring, maps }} />
      </div>
    </main>
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

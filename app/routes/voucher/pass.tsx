import { Link } from 'react-router'
import { PublicRecords } from '#app/features/protocol/public-records.tsx'
import { NotNotified } from '#app/features/reservation/not-notified.tsx'
import { PassFacts } from '#app/features/reservation/pass-facts.tsx'
import type { VoucherFacts } from '#app/features/reservation/voucher.server.ts'
import { pathIn } from '#app/i18n/language.ts'
import { formatModelYear } from '#app/i18n/model-year.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Logo } from '#app/ui/logo.tsx'
import { Note } from '#app/ui/note.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { Trip } from '#app/ui/trip.tsx'
import { Bring } from './bring.tsx'
import { ShareLinks } from './share-links.tsx'

interface PassProps {
  voucher: VoucherFacts
  brand: string
  qr: { size: number; path: string }
  bring: readonly { slug: string; text: string }[]
  /** The whole address of the voucher. */
  address: string
  /** Whether it is to be printed at once. */
  isPrinting: boolean
}

/** A confirmed reservation as a ticket: one printed page, readable at a counter. */
export function Pass({ voucher, brand, qr, bring, address, isPrinting }: PassProps) {
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
        <article className="card pass" aria-label={t('meta.title', { number: voucher.number })}>
          <header className="pass-head">
            <div className="logo">
              <Logo name={brand} onBrand />
            </div>
            <p className="pass-number">
              <span className="sm">{t('number')}</span> <b className="ltr">{localDigits(voucher.number, language)}</b>
            </p>
          </header>
          <Vehicle voucher={voucher} />
          <div className="pass-cut" />
          <div className="pass-body stack split">
            <figure className="stack stack-1 pass-qr">
              <svg
                className="qr"
                viewBox={`0 0 ${qr.size} ${qr.size}`}
                role="img"
                aria-label={t('qr')}
                shapeRendering="crispEdges"
              >
                <path d={qr.path} />
              </svg>
              <figcaption className="xs mute">{t('show')}</figcaption>
            </figure>
            <PassFacts voucher={voucher} />
          </div>
          <PublicRecords voucher={voucher} />
          <div className="pass-cut" />
          <Bring voucher={voucher} things={bring} />
        </article>
      </div>
    </main>
  )
}

function Vehicle({ voucher }: { voucher: VoucherFacts }) {
  const t = useText('voucher')
  const words = useText('vehicle')
  const { language } = useLanguage()
  const { ad, company, status } = voucher
  return (
    <div className="pass-body stack split">
      <div className="stack stack-6">
        <div className="row between tight">
          <div>
            <h2>
              {ad.title}{' '}
              <span className="mute font-normal">{formatModelYear(ad.year, voucher.city.zone, language)}</span>
            </h2>
            <p className="soft sm">{[company.name, words.loose(`gearbox.${ad.gearbox}`), ad.colour].join(' · ')}</p>
          </div>
          <Tag kind="ok">{t(`status.${status}`)}</Tag>
        </div>
        <Trip
          start={{ date: voucher.start_date, time: voucher.start_time }}
          end={{ date: voucher.end_date, time: voucher.end_time }}
          days={voucher.days}
        />
      </div>
      <div className="studio pass-picture">
        <Picture name={ad.picture} alt={ad.title} preset="medium" />
      </div>
    </div>
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

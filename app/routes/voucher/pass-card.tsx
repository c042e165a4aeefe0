import { CompanyLogo } from '#app/features/company/company-logo.tsx'
import { PublicRecords } from '#app/features/protocol/public-records.tsx'
import type { HandOverMap } from '#app/features/reservation/hand-over-maps.server.ts'
import { HandOverMaps } from '#app/features/reservation/hand-over-maps.tsx'
import { PassFacts } from '#app/features/reservation/pass-facts.tsx'
import { StatusTag } from '#app/features/reservation/status-tag.tsx'
import { Trip } from '#app/features/reservation/trip.tsx'
import type { VoucherFacts } from '#app/features/reservation/voucher.server.ts'
import { formatModelYear } from '#app/i18n/format/model-year.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Logo } from '#app/ui/brand/logo.tsx'
import { Picture } from '#app/ui/brand/picture.tsx'
import '../../../styles/pass.css'
import { Bring } from './bring.tsx'

export interface PassCardProps {
  voucher: VoucherFacts
  brand: string
  qr: { size: number; path: string }
  bring: readonly { slug: string; text: string }[]
  maps: readonly HandOverMap[]
  /** A copy to be read without a network has small maps, and nothing that must be fetched. */
  isCopy?: boolean
}

/** The ticket itself: what the counter asks for, and where it is. */
export function PassCard({ voucher, brand, qr, bring, maps, isCopy = false }: PassCardProps) {
  const t = useText('voucher')
  const { language } = useLanguage()
  return (
    <article className="card pass" aria-label={t('meta.title', { number: localDigits(voucher.number, language) })}>
      <header className="pass-head">
        <div className="logo">
          <Logo name={brand} onBrand />
        </div>
        <p className="pass-number">
          <span className="sm">{t('number')}</span> <b className="ltr">{localDigits(voucher.number, language)}</b>
        </p>
      </header>
      <Vehicle voucher={voucher} hasPicture={!isCopy} />
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
      {isCopy || <PublicRecords voucher={voucher} />}
      <div className="pass-cut" />
      {/* On paper there is room for one page. */}
      {maps.length > 0 && (
        <div className="no-print">
          <div className="pass-body">
            <HandOverMaps maps={maps} size={isCopy ? 'message' : 'place'} />
          </div>
          <div className="pass-cut" />
        </div>
      )}
      <Bring voucher={voucher} things={bring} hasLinks={!isCopy} />
    </article>
  )
}

function Vehicle({ voucher, hasPicture }: { voucher: VoucherFacts; hasPicture: boolean }) {
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
            <div className="row row-s tight">
              {hasPicture && company.logo && <CompanyLogo company={company} small />}
              <p className="soft sm">{[company.name, words.loose(`gearbox.${ad.gearbox}`), ad.colour].join(' · ')}</p>
            </div>
          </div>
          <StatusTag status={status} />
        </div>
        <Trip
          start={{ date: voucher.start_date, time: voucher.start_time }}
          end={{ date: voucher.end_date, time: voucher.end_time }}
          days={voucher.days}
        />
      </div>
      {hasPicture && (
        <div className="studio pass-picture">
          <Picture name={ad.picture} alt={ad.title} preset="medium" />
        </div>
      )}
    </div>
  )
}

import { bookAgainHref } from '#app/features/booking/book-again.ts'
import { Trip } from '#app/features/reservation/trip.tsx'
import type { VoucherFacts } from '#app/features/reservation/voucher.server.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { CATEGORY } from '#app/rules/constants.ts'
import { Picture } from '#app/ui/brand/picture.tsx'

/** The hold ended unpaid: what that means, and the same vehicle again on the same dates. */
export function ExpiredHold({ voucher }: { voucher: VoucherFacts }) {
  const t = useText('payment')
  const { language } = useLanguage()
  const { ad, city } = voucher
  const search = new URLSearchParams({
    city: city.slug,
    start_date: voucher.start_date,
    start_time: voucher.start_time,
    end_date: voucher.end_date,
    end_time: voucher.end_time,
  })
  const results = ad.category === CATEGORY.MOTOR ? '/rent/motor' : '/rent/car'
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap read">
        <div className="page-head">
          <h1>{t('expired.title')}</h1>
          <p className="soft">{t('number', { number: numberIn(language, voucher.number) })}</p>
        </div>
        <div className="card stack">
          <p>{t('expired.text')}</p>
          <div className="row tight">
            <div className="studio w-28 flex-none">
              <Picture name={ad.picture} alt="" />
            </div>
            <b>{ad.title}</b>
          </div>
          <Trip
            start={{ date: voucher.start_date, time: voucher.start_time }}
            end={{ date: voucher.end_date, time: voucher.end_time }}
            days={voucher.days}
          />
          <div className="row">
            <a className="btn btn-go" href={bookAgainHref(language, voucher)}>
              {t('expired.again')}
            </a>{' '}
            <a className="btn" href={pathIn(language, `${results}?${search}`)}>
              {t('expired.search')}
            </a>
          </div>
        </div>
      </div>
    </main>
  )
}

import type { VoucherFacts } from '#app/features/reservation/voucher.server.ts'
import { commaOf } from '#app/i18n/format/comma.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatPercent, localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { FUEL_EIGHTHS } from '#app/rules/reservation/protocol.ts'
import '../../../styles/protocol.css'
import '../../../styles/pass.css'

/** The parts of the hand-over and return records that a voucher may show to anybody: no names, and only the hashes of photos. */
export function PublicRecords({ voucher: { records, city } }: { voucher: VoucherFacts }) {
  const t = useText('protocol')
  const { language } = useLanguage()
  const at = (instant: string) => formatInstant(new Date(instant), city.zone, language, 'weekday')
  return records.map(({ kind, done_at, odometer, fuel, charge, damages, photos }) => (
    <section key={kind} className="pass-body stack stack-2">
      <h2>{t(`record.${kind}`)}</h2>
      <p>
        {[
          at(done_at),
          t('km', { n: odometer }),
          fuel === null
            ? `${t('fact.charge')} ${formatPercent(charge ?? 0, language)}`
            : `${t('fact.fuel')} ${localDigits(`${fuel}/${FUEL_EIGHTHS}`, language)}`,
          `${t('fact.damages')}: ${t('damages', { n: damages, fresh: 0 })}`,
        ].join(commaOf(language))}
      </p>
      {photos.length > 0 && (
        <details className="sm">
          <summary>{t('hashes')}</summary>
          <ol className="stack stack-1 xs">
            {photos.map(({ sha256, taken_at, arrived_at }) => (
              <li key={sha256}>
                {at(taken_at ?? arrived_at)}: <span className="ltr hash">{sha256}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  ))
}

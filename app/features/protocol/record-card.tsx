import type { z } from 'zod'
import type { Protocol } from '#app/contract/company/protocols.ts'
import { commaOf } from '#app/i18n/format/comma.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { formatNumber, formatPercent, localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { FUEL_EIGHTHS } from '#app/rules/reservation/protocol.ts'
import { Card, Facts } from '#app/ui/card.tsx'
import { DamageList } from './damages.tsx'
import { VehiclePlan } from './plan.tsx'
import { Snap } from './snap.tsx'

export type ProtocolRecord = z.infer<typeof Protocol>

/** The finished record of a hand-over or a return, as both sides see it. */
export function RecordCard({
  record,
  reservation,
  category,
  zone,
  currency,
  correct,
}: {
  record: ProtocolRecord
  reservation: string
  category: number
  zone: string
  currency: CurrencyCode
  /** Where a wrong reading is corrected, for those who may. */
  correct?: string | undefined
}) {
  const t = useText('protocol')
  const { kind, known, marks, photos } = record
  return (
    <Card id={`record-${kind}`} title={t(`record.${kind}`)} className="stack">
      <Facts facts={useFacts({ record, zone, currency })} />
      <Corrections record={record} zone={zone} />
      {correct && (
        <p className="sm">
          <a href={correct}>{t('correct.link')}</a>
        </p>
      )}
      {known.length + marks.length > 0 && (
        <div className="trio">
          <VehiclePlan category={category} known={known} marks={marks} />
          <div className="stack stack-2">
            <DamageList damages={known} from={1} />
            <DamageList damages={marks} from={known.length + 1} isNew />
          </div>
        </div>
      )}
      {photos.length > 0 && <Photos reservation={reservation} photos={photos} zone={zone} />}
    </Card>
  )
}

/** What the record said before, and why that was wrong. */
function Corrections({ record: { corrections }, zone }: { record: ProtocolRecord; zone: string }) {
  const t = useText('protocol')
  const { language } = useLanguage()
  return corrections.map(({ former, odometer, reason, at }) => (
    <p key={at} className="sm soft">
      {t('correct.made', {
        when: formatInstant(new Date(at), zone, language, 'weekday'),
        former,
        odometer,
        reason: `\u2068${reason}\u2069`,
      })}
    </p>
  ))
}

function useFacts({ record, zone, currency }: { record: ProtocolRecord; zone: string; currency: CurrencyCode }) {
  const t = useText('protocol')
  const { language } = useLanguage()
  const { done_at, odometer, fuel, charge, keys, kit, known, marks, note, money, handed_by, received_by } = record
  const facts = [
    { key: 'at' as const, value: formatInstant(new Date(done_at), zone, language, 'weekday') },
    { key: 'odometer' as const, value: t('km', { n: odometer }) },
    fuel === null
      ? { key: 'charge' as const, value: formatPercent(charge ?? 0, language) }
      : { key: 'fuel' as const, value: localDigits(`${fuel}/${FUEL_EIGHTHS}`, language) },
    ...(keys === null ? [] : [{ key: 'keys' as const, value: formatNumber(keys, language) }]),
    ...(kit.length > 0
      ? [{ key: 'kit' as const, value: kit.map((item) => t(`kit.${item}`)).join(commaOf(language)) }]
      : []),
    { key: 'damages' as const, value: t('damages', { n: known.length + marks.length, fresh: marks.length }) },
    ...money.map(({ purpose, way, amount, reference }) => ({
      key: purpose,
      value: [formatMoney(amount, currency, language), t(`way.${way}`), ...(reference ? [reference] : [])].join(
        commaOf(language),
      ),
    })),
    { key: 'handed_by' as const, value: <bdi>{handed_by}</bdi> },
    { key: 'received_by' as const, value: <bdi>{received_by}</bdi> },
    ...(note ? [{ key: 'note' as const, value: <bdi>{note}</bdi> }] : []),
  ]
  return facts.map(({ key, value }) => ({ key, label: t(`fact.${key}`), value }))
}

/** Photos, each with its time and SHA-256, so that a later change by either side would be noticed. */
function Photos({
  reservation,
  photos,
  zone,
}: {
  reservation: string
  photos: ProtocolRecord['photos']
  zone: string
}) {
  const t = useText('protocol')
  return (
    <>
      <ul className="snaps">
        {photos.map((photo) => (
          <Snap key={photo.id} reservation={reservation} photo={photo} zone={zone} />
        ))}
      </ul>
      <details className="sm">
        <summary>{t('hashes')}</summary>
        <p className="mute">{t('hashesHint')}</p>
        <ol className="stack stack-1 xs">
          {photos.map(({ id, sha256, device_sha256, view }) => (
            <li key={id}>
              {t(`view.${view}`)}: <span className="ltr hash">{sha256}</span>
              {device_sha256 && (
                <span className="block mute">
                  {t('deviceHash')}: <span className="ltr hash">{device_sha256}</span>
                </span>
              )}
            </li>
          ))}
        </ol>
      </details>
    </>
  )
}

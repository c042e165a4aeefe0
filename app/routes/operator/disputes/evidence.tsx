import { DamageList } from '#app/features/protocol/damages.tsx'
import { VehiclePlan } from '#app/features/protocol/plan.tsx'
import type { ProtocolRecord } from '#app/features/protocol/record-card.tsx'
import { Snap } from '#app/features/protocol/snap.tsx'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatNumber, formatPercent, localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { FUEL_EIGHTHS, PHOTO_VIEWS, PROTOCOL_KINDS, type ProtocolKind } from '#app/rules/reservation/protocol.ts'
import { Card } from '#app/ui/card.tsx'
import { Cell, Row, RowTable } from '#app/ui/page/row-table.tsx'
import type { DisputeCase } from './dispute.tsx'

/** The records of hand-over and return beside each other: what was read, damages, and photos by their side. */
export function Evidence({ dispute }: { dispute: DisputeCase }) {
  const t = useText('disputes')
  const { protocols } = dispute.records
  const of = (kind: ProtocolKind) => protocols.find((record) => record.kind === kind)
  const sides = { PICK_UP: of('PICK_UP'), RETURN: of('RETURN') }
  const last = sides.RETURN ?? sides.PICK_UP
  if (!last) {
    return (
      <Card id="evidence" title={t('evidence')}>
        <p className="soft">{t('noRecords')}</p>
      </Card>
    )
  }
  const { known, marks } = last
  return (
    <Card id="evidence" title={t('evidence')} className="stack">
      <Readings sides={sides} zone={dispute.zone} />
      {known.length + marks.length > 0 && (
        <div className="trio">
          <VehiclePlan category={dispute.category} known={known} marks={marks} />
          <div className="stack stack-2">
            <DamageList damages={known} from={1} />
            <DamageList damages={marks} from={known.length + 1} isNew />
          </div>
        </div>
      )}
      {PHOTO_VIEWS.map((view) => (
        <PhotosOf key={view} view={view} sides={sides} dispute={dispute} />
      ))}
    </Card>
  )
}

type Sides = Record<ProtocolKind, ProtocolRecord | undefined>

function Readings({ sides, zone }: { sides: Sides; zone: string }) {
  const t = useText('disputes')
  const protocol = useText('protocol')
  const { language } = useLanguage()
  const rows: [label: string, cell: (record: ProtocolRecord) => string | null][] = [
    [protocol('fact.at'), ({ done_at }) => formatInstant(new Date(done_at), zone, language, 'weekday')],
    [protocol('fact.odometer'), ({ odometer }) => protocol('km', { n: odometer })],
    [protocol('fact.fuel'), ({ fuel }) => (fuel === null ? null : localDigits(`${fuel}/${FUEL_EIGHTHS}`, language))],
    [protocol('fact.charge'), ({ charge }) => (charge === null ? null : formatPercent(charge, language))],
    [protocol('fact.keys'), ({ keys }) => (keys === null ? null : formatNumber(keys, language))],
    [
      protocol('fact.damages'),
      ({ known, marks }) => protocol('damages', { n: known.length + marks.length, fresh: marks.length }),
    ],
    [protocol('fact.handed_by'), ({ handed_by }) => handed_by],
    [protocol('fact.received_by'), ({ received_by }) => received_by],
    [protocol('fact.note'), ({ note }) => note],
  ]
  const shown = rows.map(([label, cell]) => ({
    label,
    values: PROTOCOL_KINDS.map((kind) => (sides[kind] ? cell(sides[kind]) : null)),
  }))
  return (
    <RowTable label={t('evidence')} head={[t('what'), t('PICK_UP'), t('RETURN')]}>
      {shown
        .filter(({ values }) => values.some((value) => value !== null))
        .map(({ label, values }) => (
          <Row key={label}>
            <Cell whole>
              <b>{label}</b>
            </Cell>
            {values.map((value, index) => (
              <Cell key={PROTOCOL_KINDS[index]} label={t(PROTOCOL_KINDS[index] ?? 'RETURN')} far={index === 1}>
                <bdi>{value ?? '—'}</bdi>
              </Cell>
            ))}
          </Row>
        ))}
    </RowTable>
  )
}

/** The photos of one side of the vehicle, before and after. */
function PhotosOf({
  view,
  sides,
  dispute,
}: {
  view: (typeof PHOTO_VIEWS)[number]
  sides: Sides
  dispute: DisputeCase
}) {
  const t = useText('disputes')
  const protocol = useText('protocol')
  const found = PROTOCOL_KINDS.map((kind) => ({
    kind,
    photos: (sides[kind]?.photos ?? []).filter((photo) => photo.view === view),
  }))
  if (found.every(({ photos }) => photos.length === 0)) return null
  return (
    <section className="stack stack-2">
      <h3>{protocol(`view.${view}`)}</h3>
      <div className="trio">
        {found.map(({ kind, photos }) => (
          <div key={kind} className="stack stack-1">
            <p className="sm">
              <b>{t(kind)}</b>
            </p>
            {photos.length === 0 ? (
              <p className="sm mute">{t('noPhoto')}</p>
            ) : (
              <ul className="snaps">
                {photos.map((photo) => (
                  <Snap key={photo.id} reservation={dispute.reservation} photo={photo} zone={dispute.zone} />
                ))}
              </ul>
            )}
          </div>
        ))}
      </div>
    </section>
  )
}

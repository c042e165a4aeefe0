import { Plate } from '#app/features/desk/plate.tsx'
import { useText } from '#app/i18n/text/text.tsx'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { TIERS, type TierPrices } from '#app/rules/money/price.ts'
import { Cell, Row, RowTable } from '#app/ui/page/row-table.tsx'
import { Money } from '#app/ui/price.tsx'
import { useLengths } from './tiers-form.tsx'

interface PriceChange {
  id: number
  title: string
  plate?: string | null
  before: TierPrices
  /** Null where there are no valid prices. */
  after: TierPrices | null
  note?: string | undefined
}

/** Vehicles with their day prices by length, as they are and as they would be. */
export function PriceChanges({
  label,
  currency,
  changes,
}: {
  label: string
  currency: CurrencyCode
  changes: readonly PriceChange[]
}) {
  const t = useText('prices')
  const lengths = useLengths()
  return (
    <RowTable label={label} head={[t('lengthsForAll.vehicle'), ...TIERS.map(({ fromDays }) => lengths(fromDays))]}>
      {changes.map(({ id, title, plate = null, before, after, note }) => (
        <Row key={id}>
          <Cell whole>
            <b>{title}</b> <Plate text={plate} />
            {note && <p className="sm soft">{note}</p>}
          </Cell>
          {TIERS.map(({ tier, fromDays }) => (
            <Cell key={tier} label={lengths(fromDays)} className="n" whole>
              <Money amount={(after ?? before)[tier]} currency={currency} />
              {after && after[tier] !== before[tier] && (
                <p className="sm soft">
                  <s>
                    <Money amount={before[tier]} currency={currency} />
                  </s>
                </p>
              )}
            </Cell>
          ))}
        </Row>
      ))}
    </RowTable>
  )
}

import type { z } from 'zod'
import type { Cover } from '#app/contract/shapes/cover.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { coverRows, type DriverShare } from '#app/rules/reservation/cover.ts'
import { Cell, Row, RowTable } from '#app/ui/page/row-table.tsx'

/**
 * What the insurance in the price pays of each damage, what the supplemental one pays, and what nobody pays but the
 * driver (design/golive, 48). The page must load the texts of the area `cover`.
 */
export function CoverTable({ cover, currency }: { cover: z.infer<typeof Cover>; currency: CurrencyCode }) {
  const t = useText('cover')
  const { language } = useLanguage()
  const { levels, excess, insurance_price: price } = cover
  const shareIn = useDriverShare(currency)
  if (levels === null) return <p className="soft">{t('notStated')}</p>
  const isInsuranceSold = price !== null
  const rows = coverRows({ levels, excess, isInsuranceSold })
  const withInsurance = isInsuranceSold ? t('head.insured', { amount: formatMoney(price, currency, language) }) : ''
  return (
    <>
      <RowTable
        label={t('title')}
        head={[t('head.part'), t('head.basic'), ...(isInsuranceSold ? [withInsurance] : [])]}
      >
        {rows.map(({ part, basic, insured }) => (
          <Row key={part}>
            <Cell whole className="b">
              {t(`part.${part}`)}
            </Cell>
            <Cell whole label={t('head.basic')}>
              {shareIn(basic)}
            </Cell>
            {insured && (
              <Cell whole label={t('head.short')}>
                {shareIn(insured)}
              </Cell>
            )}
          </Row>
        ))}
      </RowTable>
      <p className="sm soft">{t('thirdParty')}</p>
    </>
  )
}

function useDriverShare(currency: CurrencyCode): (share: DriverShare) => string {
  const t = useText('cover')
  const { language } = useLanguage()
  return (share) => {
    if (share.kind === 'ALL') return t('share.all')
    if (share.kind === 'UNKNOWN') return t('share.unknown')
    return share.amount === 0
      ? t('share.none')
      : t('share.upTo', { amount: formatMoney(share.amount, currency, language) })
  }
}

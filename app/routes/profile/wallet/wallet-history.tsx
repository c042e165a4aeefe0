import { formatMoney } from '#app/i18n/format/money.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { Cell, Row, RowTable } from '#app/ui/page/row-table.tsx'

/** A movement of the wallet; `at` as it is shown, amounts in the minor unit. */
export interface Movement {
  id: number
  at: string
  kind: string
  amount: number
  balance: number
  reservation_number: string | null
}

/** What came into the wallet and went out of it, with the balance after each. */
export function WalletHistory({ movements, currency }: { movements: readonly Movement[]; currency: CurrencyCode }) {
  const t = useText('wallet')
  const { language } = useLanguage()
  const money = (amount: number) => formatMoney(amount, currency, language)
  return (
    <RowTable label={t('history')} head={[t('at'), t('what'), t('amount'), t('after')]}>
      {movements.map(({ id, at, kind, amount, balance, reservation_number }) => (
        <Row key={id}>
          <Cell second className="mute">
            {at}
          </Cell>
          <Cell>
            {t.has(`kind.${kind}`) ? t.loose(`kind.${kind}`) : t('kind.OTHER')}
            {reservation_number && (
              <span className="sm mute block">
                {t('reservation', { number: localDigits(reservation_number, language) })}
              </span>
            )}
          </Cell>
          <Cell far className={amount < 0 ? 'num b' : 'num b ok'}>
            {money(amount)}
          </Cell>
          <Cell far className="num mute" label={t('after')}>
            {money(balance)}
          </Cell>
        </Row>
      ))}
    </RowTable>
  )
}

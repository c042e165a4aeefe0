import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { type CurrencyCode, HOME_ZONE } from '#app/rules/constants.ts'
import { Card } from '#app/ui/card.tsx'
import { Cell, Row, RowTable } from '#app/ui/page/row-table.tsx'

type Entry = {
  transaction: number
  kind: string
  key: string
  at: string
  account: string
  owner: string
  company: string | null
  amount: number
}

/** The ledger's movements, each with its entries: what goes to an account's owner, and from whom. */
export function Ledger({ entries, currency }: { entries: readonly Entry[]; currency: CurrencyCode }) {
  const t = useText('operator')
  const { language } = useLanguage()
  const transactions = [...new Set(entries.map(({ transaction }) => transaction))]
  const head = [t('payment.account'), t('payment.to'), t('payment.from')]
  return (
    <Card id="ledger" title={t('payment.ledger')} className="stack">
      {transactions.length === 0 && <p className="soft">{t('payment.noLedger')}</p>}
      {transactions.map((transaction) => {
        const of = entries.filter((entry) => entry.transaction === transaction)
        const [first] = of
        if (!first) return null
        const movement = t.loose(`payment.movements.${first.kind}`)
        const at = formatInstant(new Date(first.at), HOME_ZONE, language, 'long')
        return (
          <section key={transaction} aria-label={`${movement}, ${at}`}>
            <p className="sm mute">
              {movement} · {at}
            </p>
            <RowTable label={`${t('payment.ledger')}: ${movement}, ${at}`} head={head}>
              {of.map(({ account, owner, company, amount }) => (
                <Row key={`${account} ${owner} ${amount}`}>
                  <Cell whole>
                    {t.loose(`payment.accounts.${account}`)} · <bdi>{company ?? owner}</bdi>
                  </Cell>
                  <Cell label={amount > 0 ? t('payment.to') : undefined}>
                    {amount > 0 && formatMoney(amount, currency, language)}
                  </Cell>
                  <Cell far label={amount < 0 ? t('payment.from') : undefined}>
                    {amount < 0 && formatMoney(-amount, currency, language)}
                  </Cell>
                </Row>
              ))}
            </RowTable>
          </section>
        )
      })}
    </Card>
  )
}

import { RowId } from '#app/contract/shapes/shapes.ts'
import { formatDate, formatInstant } from '#app/i18n/format/dates.ts'
import { unitOf } from '#app/i18n/format/money.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { pieceUnits } from '#app/rules/money/cash-count.ts'
import { Bill } from '#app/ui/bill.tsx'
import { Card } from '#app/ui/card.tsx'
import { ColumnTable } from '#app/ui/desk/column-table.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Money } from '#app/ui/price.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/closing'
import { CashItems } from './cash-parts.tsx'

export const handle: PageHandle = { areas: ['cash'], noJs: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = RowId.safeParse(params.id)
  if (!id.success) throw notFound()
  const closing = await apiOf(context).company.money.cash.closing({ id: id.data })
  const { language } = context.get(siteContext)
  const day = formatDate(closing.on, language, 'weekday')
  return { meta: { title: textFor(language, 'cash')('heading', { day }) }, closing }
}

/** A closed day, as it was counted. */
export default function Closing({ loaderData: { closing } }: Route.ComponentProps) {
  const t = useText('cash')
  const { language } = useLanguage()
  const { on, by, closed_at, zone, currency, opening, booked, expected, counted, difference, kept, to_bank } = closing
  const at = formatInstant(new Date(closed_at), zone, language, 'short')
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: t('closings.title'), href: pathIn(language, '/desk/cash/closings') },
          { label: formatDate(on, language, 'weekday') },
        ]}
      />
      <div className="head">
        <h1>{t('heading', { day: formatDate(on, language, 'weekday') })}</h1>
        <p className="soft">{by ? t('closedBy', { at, by }) : t('closedAt', { at })}</p>
      </div>
      <div className="stack">
        <div className="duo">
          <Card id="pieces" title={t('count')} className="stack stack-2">
            <ColumnTable
              label={t('count')}
              rows={closing.counts}
              rowKey={({ value }) => value}
              columns={[
                {
                  head: t('piece', { unit: unitOf(currency, language) }),
                  cell: ({ value }) => formatNumber(pieceUnits(value, currency), language),
                },
                { head: t('pieces'), cell: ({ pieces }) => formatNumber(pieces, language) },
                {
                  head: t('amount'),
                  far: true,
                  className: 'n',
                  cell: ({ value, pieces }) => <Money amount={value * pieces} currency={currency} />,
                },
              ]}
            />
          </Card>
          <Card id="book" title={t('book')} className="stack stack-2">
            <Bill
              currency={currency}
              lines={[
                { label: t('opening'), amount: opening },
                { label: t('booked'), amount: booked },
                { label: t('expected'), amount: expected },
                { label: t('counted'), amount: counted },
                { label: t('toBank'), amount: to_bank },
                { label: t('keptLine'), amount: kept },
              ]}
            />
            {difference === 0 ? (
              <Note kind="ok">{t('same')}</Note>
            ) : (
              <Note kind="bad">
                <p>
                  {t(difference < 0 ? 'short' : 'over')} <Money amount={Math.abs(difference)} currency={currency} />
                </p>
                <p>
                  {closing.reason && t(`reasons.${closing.reason}`)} <bdi>{closing.note}</bdi>
                </p>
              </Note>
            )}
          </Card>
        </div>
        <Card id="items" title={t('inBook')} className="stack stack-2">
          <CashItems items={closing.items} count={closing.item_count} currency={currency} zone={zone} />
        </Card>
      </div>
    </>
  )
}

import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Commission } from '#app/contract/company/money/commission.ts'
import { CompanyAccount } from '#app/features/desk/company-account.tsx'
import { formatDate } from '#app/i18n/format/dates.ts'
import { formatNumber, localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Card } from '#app/ui/card.tsx'
import { Money } from '#app/ui/price.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/commission'
import '../../../../styles/profile.css'
import '../../../../styles/desk.css'

export const handle: PageHandle = {
  title: 'commission/title',
  description: 'commission/description',
  areas: ['commission', 'payouts'],
}

/** Who is no company's staff finds nothing here: the API answers 404 (decisions.md, "Renting"; §6). */
export async function loader({ context }: Route.LoaderArgs) {
  const { rentals: _rentals, ...commission } = await apiOf(context).company.money.commission({})
  return { commission }
}

type Sums = z.infer<typeof Commission>['totals'][number]

export default function AdsCommission({ loaderData: { commission } }: Route.ComponentProps) {
  const t = useText('commission')
  const { language } = useLanguage()
  const { months, totals, listings, accounts } = commission
  return (
    <>
      <div className="row between">
        <h1>{t('title')}</h1>
        <a className="btn btn-s" href={pathIn(language, '/profile/ads-commission/commission.csv')} download>
          <Icon name="download" />
          {t('csv')}
        </a>
      </div>
      <p className="soft">
        <b>{t('rate', { n: commission.commission_percent })}</b> {t('explain')}
      </p>
      {accounts.length > 0 && (
        <Card id="account" title={t('account')} className="stack">
          {accounts.map((account) => (
            <CompanyAccount key={account.currency} account={account} />
          ))}
          <p>
            <a href={pathIn(language, '/desk/statement')}>{t('statement')}</a>
          </p>
        </Card>
      )}
      <Card id="months" title={t('months')}>
        <p className="soft">{months.length === 0 ? t('none') : t('before')}</p>
        {months.length > 0 && (
          <Table
            label={t('months')}
            first={t('month')}
            rows={months.map((sums) => ({
              key: `${sums.month} ${sums.currency}`,
              name: formatDate(sums.start, language, 'month'),
              sums,
            }))}
            totals={totals}
          />
        )}
      </Card>
      <Card id="listings" title={t('listings')}>
        <Listings listings={listings} />
      </Card>
    </>
  )
}

function Table({
  label,
  first,
  rows,
  totals,
}: {
  label: string
  first: string
  rows: readonly { key: string; name: string; sums: Sums }[]
  totals: readonly Sums[]
}) {
  const t = useText('commission')
  return (
    <Scroll label={label}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col">{t('reservations')}</th>
          <th scope="col">{t('rent')}</th>
          <th scope="col">{t('commission')}</th>
          <th scope="col">{t('companyOwes')}</th>
          <th scope="col">{t('marketplaceOwes')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, sums }) => (
          <SumsRow key={key} name={name} sums={sums} />
        ))}
      </tbody>
      <tfoot>
        {totals.map((sums) => (
          <SumsRow key={sums.currency} name={t('total')} sums={sums} />
        ))}
      </tfoot>
    </Scroll>
  )
}

function SumsRow({ name, sums }: { name: string; sums: Sums }) {
  const { language } = useLanguage()
  const { currency } = sums
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="num">{formatNumber(sums.reservations, language)}</td>
      {[sums.rent, sums.commission, sums.company_owes, sums.marketplace_owes].map((amount, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns of a table never move
        <td key={column}>
          <Money amount={amount} currency={currency} />
        </td>
      ))}
    </tr>
  )
}

function Listings({ listings }: Pick<z.infer<typeof Commission>, 'listings'>) {
  const t = useText('commission')
  const { language } = useLanguage()
  return (
    <Scroll label={t('listings')}>
      <thead>
        <tr>
          <th scope="col">{t('listing')}</th>
          <th scope="col">{t('share')}</th>
          <th scope="col">{t('reservations')}</th>
          <th scope="col">{t('rent')}</th>
          <th scope="col">{t('commission')}</th>
        </tr>
      </thead>
      <tbody>
        {listings.toSorted(byReservations).map(({ id, title, commission_percent, earned }) => (
          <tr key={id}>
            <th scope="row">
              {title} · <bdi className="mute">{localDigits(String(id), language)}</bdi>
            </th>
            <td className="num">{t('percent', { n: commission_percent })}</td>
            <td className="num">{formatNumber(countOf({ earned }), language)}</td>
            <td>
              <Amounts of={earned.map(({ rent, currency }) => ({ amount: rent, currency }))} />
            </td>
            <td>
              <Amounts of={earned.map(({ commission, currency }) => ({ amount: commission, currency }))} />
            </td>
          </tr>
        ))}
      </tbody>
    </Scroll>
  )
}

type Listing = z.infer<typeof Commission>['listings'][number]

/** Those that earned something come first. */
function byReservations(one: Listing, other: Listing): number {
  return countOf(other) - countOf(one)
}

function countOf({ earned }: Pick<Listing, 'earned'>): number {
  return earned.reduce((sum, { reservations }) => sum + reservations, 0)
}

/** An amount for each currency, one below the other. */
function Amounts({ of }: { of: readonly Parameters<typeof Money>[0][] }) {
  if (of.length === 0) return '—'
  return of.map(({ amount, currency }) => (
    <div key={currency}>
      <Money amount={amount} currency={currency} />
    </div>
  ))
}

function Scroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y: a table that scrolls sideways is reached by keyboard, and is no landmark of its own
    <div className="scroll-x" role="group" tabIndex={0} aria-label={label}>
      <table className="tbl">{children}</table>
    </div>
  )
}

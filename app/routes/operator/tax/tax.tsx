import { formatDate } from '#app/i18n/format/dates.ts'
import { formatNumber, formatPercent, localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Card } from '#app/ui/card.tsx'
import { ColumnTable } from '#app/ui/desk/column-table.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Money } from '#app/ui/price.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/tax'
import { askedTax, platformOf } from './asked-tax.server.ts'

export const handle: PageHandle = { title: 'tax/title', areas: ['tax'], noJs: true, query: ['month', 'year'] }

export async function loader({ context, url }: Route.LoaderArgs) {
  const { month, months, year, years } = askedTax(context, url)
  const { tax } = apiOf(context).operator
  const [vat, dac7] = await Promise.all([tax.vat({ from: month.from, to: month.to }), tax.dac7({ year })])
  return { vat, dac7, month, months, years, hasPlatform: platformOf(context) !== null }
}

type Data = Route.ComponentProps['loaderData']

/** What the marketplace reports: value added tax by place, and the earnings of companies in the European Union. */
export default function Tax({ loaderData }: Route.ComponentProps) {
  const t = useText('tax')
  const { language } = useLanguage()
  const { month, months, dac7, years } = loaderData
  return (
    <>
      <DeskHead title={t('title')} text={t('text')} />
      <div className="stack">
        <form className="row row-s" action={pathIn(language, '/operator/tax')}>
          <SelectField
            id="tax-month"
            name="month"
            label={t('month')}
            defaultValue={month.key}
            options={months.map(({ key, from }) => ({ value: key, label: formatDate(from, language, 'month') }))}
          />
          <SelectField
            id="tax-year"
            name="year"
            label={t('year')}
            defaultValue={String(dac7.year)}
            options={years.map((year) => ({ value: String(year), label: localDigits(String(year), language) }))}
          />
          <div className="field">
            <button type="submit" className="btn">
              {t('show')}
            </button>
          </div>
        </form>
        <Vat data={loaderData} />
        <Dac7 data={loaderData} />
      </div>
    </>
  )
}

function Vat({ data: { vat, month } }: { data: Data }) {
  const t = useText('tax')
  const { language } = useLanguage()
  return (
    <Card
      id="vat"
      title={t('vat.title', { month: formatDate(month.from, language, 'month') })}
      className="stack stack-2"
    >
      {vat.places.length === 0 ? (
        <p className="soft">{t('vat.none')}</p>
      ) : (
        <>
          <ColumnTable
            label={t('vat.label')}
            rows={vat.places}
            rowKey={({ country, name, currency }) => `${country} ${name} ${currency}`}
            columns={[
              {
                head: t('vat.place'),
                whole: true,
                cell: ({ name, is_zone }) => (
                  <>
                    <b>{name}</b> {is_zone && <span className="sm soft">{t('vat.zone')}</span>}
                  </>
                ),
              },
              {
                head: t('vat.rate'),
                labelled: true,
                cell: ({ percent }) =>
                  percent === null ? <Tag kind="warn">{t('vat.unknown')}</Tag> : formatPercent(percent, language),
              },
              {
                head: t('vat.base'),
                className: 'n',
                labelled: true,
                cell: ({ base, currency }) => <Money amount={base} currency={currency} />,
              },
              {
                head: t('vat.tax'),
                className: 'n',
                labelled: true,
                cell: ({ tax, currency }) => <Money amount={tax} currency={currency} />,
              },
              {
                head: t('vat.invoices'),
                className: 'n',
                labelled: true,
                cell: ({ invoices }) => formatNumber(invoices, language),
              },
              {
                head: t('vat.creditNotes'),
                className: 'n',
                labelled: true,
                cell: ({ credit_notes }) => formatNumber(credit_notes, language),
              },
            ]}
          />
          <p>
            <a className="btn btn-s" href={pathIn(language, `/operator/tax/vat.csv?month=${month.key}`)} download>
              {t('vat.csv')}
            </a>
          </p>
        </>
      )}
    </Card>
  )
}

function Dac7({ data: { dac7, hasPlatform } }: { data: Data }) {
  const t = useText('tax')
  const { language } = useLanguage()
  const { year, sellers } = dac7
  const reported = sellers.filter(({ is_reported }) => is_reported)
  const complete = reported.filter(({ problems }) => problems.length === 0)
  const sum = (of: (typeof sellers)[number], what: 'paid' | 'fees' | 'rentals') =>
    of.quarters.reduce((total, quarter) => total + quarter[what], 0)
  return (
    <Card id="dac7" title={t('dac7.title', { year: localDigits(String(year), language) })} className="stack stack-2">
      {sellers.length === 0 ? (
        <p className="soft">{t('dac7.none')}</p>
      ) : (
        <ColumnTable
          label={t('dac7.label')}
          rows={sellers}
          rowKey={({ company }) => company.id}
          columns={[
            {
              head: t('dac7.company'),
              whole: true,
              cell: ({ company, city, legal_name }) => (
                <a className="go" href={pathIn(language, `/operator/companies/${company.id}`)}>
                  <b>
                    <bdi>{legal_name ?? company.name}</bdi>
                  </b>{' '}
                  <span className="sm soft">{city}</span>
                </a>
              ),
            },
            {
              head: t('dac7.number'),
              labelled: true,
              cell: ({ tax_number }) => <bdi dir="ltr">{tax_number ?? '—'}</bdi>,
            },
            {
              head: t('dac7.paid'),
              className: 'n',
              labelled: true,
              cell: (seller) => <Money amount={sum(seller, 'paid')} currency="EUR" />,
            },
            {
              head: t('dac7.fees'),
              className: 'n',
              labelled: true,
              cell: (seller) => <Money amount={sum(seller, 'fees')} currency="EUR" />,
            },
            {
              head: t('dac7.rentals'),
              className: 'n',
              labelled: true,
              cell: (seller) => formatNumber(sum(seller, 'rentals'), language),
            },
            {
              head: t('dac7.check'),
              far: true,
              cell: ({ is_reported, problems }) => {
                if (!is_reported) return <Tag>{t('dac7.outside')}</Tag>
                if (problems.length === 0) return <Tag kind="ok">{t('dac7.complete')}</Tag>
                return (
                  <Tag kind="bad">
                    {t('dac7.lacks', { what: problems.map((one) => t(`dac7.problem.${one}`)).join('، ') })}
                  </Tag>
                )
              },
            },
          ]}
        />
      )}
      {reported.length > 0 && (
        <>
          <Quarters sellers={reported} />
          <Note kind={complete.length === reported.length ? 'ok' : 'warn'}>
            {t('dac7.ready', { complete: complete.length, all: reported.length })}
          </Note>
        </>
      )}
      {!hasPlatform && <Note kind="warn">{t('dac7.noPlatform')}</Note>}
      {complete.length > 0 && hasPlatform && (
        <p>
          <a className="btn" href={pathIn(language, `/operator/tax/dac7.xml?year=${year}`)} download>
            {t('dac7.file')}
          </a>
        </p>
      )}
    </Card>
  )
}

function Quarters({ sellers }: { sellers: Data['dac7']['sellers'] }) {
  const t = useText('tax')
  const { language } = useLanguage()
  const quarters = [0, 1, 2, 3].map((index) => ({
    index,
    paid: sellers.reduce((sum, { quarters: own }) => sum + (own[index]?.paid ?? 0), 0),
  }))
  return (
    <ColumnTable
      label={t('dac7.quarters')}
      rows={quarters}
      rowKey={({ index }) => index}
      columns={[
        { head: t('dac7.quarters'), cell: ({ index }) => t('dac7.quarter', { n: formatNumber(index + 1, language) }) },
        {
          head: t('dac7.paid'),
          className: 'n',
          far: true,
          cell: ({ paid }) => <Money amount={paid} currency="EUR" />,
        },
      ]}
    />
  )
}

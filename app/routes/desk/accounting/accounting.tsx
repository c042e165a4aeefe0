import type { output } from 'zod'
import { AccountMapFields, type accounting } from '#app/contract/company/money/accounting.ts'
import { formatDate } from '#app/i18n/format/dates.ts'
import { unitOf } from '#app/i18n/format/money.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { Card } from '#app/ui/card.tsx'
import { ColumnTable } from '#app/ui/desk/column-table.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Money } from '#app/ui/price.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/accounting'
import { askedMonth } from './asked-month.server.ts'

export const handle: PageHandle = {
  title: 'accounting/title',
  areas: ['accounting', 'errors'],
  noJs: true,
  query: ['month', 'of'],
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { month, months, currency } = askedMonth(context, url)
  const { accounting } = apiOf(context).company.money
  const [map, journal] = await Promise.all([
    accounting.map({}),
    accounting.journal({ from: month.from, to: month.to, currency, page: 1, size: 1 }),
  ])
  return { map, journal, month, months }
}

/** Saves the accounts. */
export function action({ context, request, url }: Route.ActionArgs) {
  const t = textFor(context.get(siteContext).language, 'accounting')
  return answerForm({ context, request }, AccountMapFields, async (accounts) => {
    await apiOf(context).company.money.accounting.setMap(accounts)
    return { to: `/desk/accounting${url.search}`, said: t('map.done') }
  })
}

type Data = Route.ComponentProps['loaderData']
type AccountMap = output<NonNullable<(typeof accounting.map)['~orpc']['outputSchema']>>

/** What the company's accountant takes from here. */
export default function Accounting({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('accounting')
  const { language } = useLanguage()
  const { journal, month } = loaderData
  return (
    <>
      <DeskHead title={t('heading', { month: formatDate(month.from, language, 'month') })} text={t('text')} />
      <div className="stack">
        <Journal data={loaderData} />
        <MapForm map={loaderData.map} journal={journal} reply={actionData?.form} />
        <Card id="bank" title={t('bank.title')} className="stack stack-2">
          <p>{t('bank.text')}</p>
          <p className="row row-s">
            <a className="btn btn-s" href={pathIn(language, '/desk/bank')}>
              {t('bank.link')}
            </a>
            <a className="btn btn-s" href={pathIn(language, '/desk/cash/closings')}>
              {t('bank.till')}
            </a>
            <a className="btn btn-s" href={pathIn(language, '/desk/statement')}>
              {t('bank.statement')}
            </a>
          </p>
        </Card>
        <Card id="export" title={t('export.title')} className="stack stack-2">
          <p>{t('export.text')}</p>
          <p className="sm soft">{t('export.privacy')}</p>
          <p>
            <a className="btn" href={pathIn(language, '/desk/export.zip')} download>
              {t('export.submit')}
            </a>
          </p>
        </Card>
      </div>
    </>
  )
}

function Journal({ data: { journal, month, months, map } }: { data: Data }) {
  const t = useText('accounting')
  const { language } = useLanguage()
  const { currency, currencies, count, unmapped, events } = journal
  const query = `month=${month.key}&of=${currency}`
  const isNumbered = map.consultant !== null && map.client !== null
  return (
    <Card id="journal" title={t('journal.title')} className="stack">
      <form className="fields" action={pathIn(language, '/desk/accounting')}>
        <SelectField
          id="journal-month"
          name="month"
          label={t('journal.month')}
          defaultValue={month.key}
          options={months.map(({ key, from }) => ({ value: key, label: formatDate(from, language, 'month') }))}
        />
        {currencies.length > 1 && (
          <SelectField
            id="journal-of"
            name="of"
            label={t('journal.currency')}
            defaultValue={currency}
            options={currencies.map((code) => ({ value: code, label: unitOf(code, language) }))}
          />
        )}
        <div>
          <button type="submit" className="btn">
            {t('journal.show')}
          </button>
        </div>
      </form>
      {events.length === 0 ? (
        <p className="soft">{t('journal.none')}</p>
      ) : (
        <ColumnTable
          label={t('journal.title')}
          rows={events}
          rowKey={({ event }) => event}
          columns={[
            { head: t('event'), whole: true, cell: ({ event }) => <b>{t(`events.${event}`)}</b> },
            { head: t('journal.lines'), labelled: true, cell: (row) => formatNumber(row.count, language) },
            {
              head: t('journal.sum'),
              far: true,
              className: 'n',
              cell: ({ amount }) => <Money amount={amount} currency={currency} />,
            },
          ]}
        />
      )}
      {unmapped > 0 && <Note kind="warn">{t('journal.unmapped', { n: unmapped })}</Note>}
      {count > 0 && (
        <p className="row row-s">
          <a className="btn" href={pathIn(language, `/desk/accounting/journal.csv?${query}`)} download>
            {t('journal.csv')}
          </a>
          {isNumbered && count > unmapped && (
            <a className="btn" href={pathIn(language, `/desk/accounting/datev.csv?${query}`)} download>
              {t('journal.datev')}
            </a>
          )}
        </p>
      )}
      {!isNumbered && <p className="sm soft">{t('journal.numbers')}</p>}
    </Card>
  )
}

function MapForm({ map, journal, reply }: { map: AccountMap; journal: Data['journal']; reply: FormReply | undefined }) {
  const t = useText('accounting')
  const initial = {
    ...{ consultant: map.consultant ?? '', client: map.client ?? '' },
    ...Object.fromEntries(
      map.events.flatMap(({ event, debit, credit }) => [
        [`debit_${event}`, debit ?? ''],
        [`credit_${event}`, credit ?? ''],
      ]),
    ),
  }
  const form = useReply('map', { reply, initial })
  const labelOf = (side: 'debit' | 'credit', event: AccountMap['events'][number]['event']) =>
    t(`map.${side}Of`, { event: t(`events.${event}`) })
  const labels = {
    ...{ consultant: t('map.consultant'), client: t('map.client') },
    ...Object.fromEntries(
      map.events.flatMap(({ event }) => [
        [`debit_${event}`, labelOf('debit', event)],
        [`credit_${event}`, labelOf('credit', event)],
      ]),
    ),
  }
  const happened = new Set(journal.events.map(({ event }) => event))
  const account = (side: 'debit' | 'credit', event: AccountMap['events'][number]['event']) => (
    <TextField
      {...form.field(`${side}_${event}`)}
      label={t(`map.${side}`)}
      inputMode="numeric"
      maxLength={9}
      dir="ltr"
    />
  )
  return (
    <PostForm {...form.props} className="card stack" aria-labelledby="map-title">
      <h2 id="map-title">{t('map.title')}</h2>
      <p className="soft">{t(map.is_saved ? 'map.text' : 'map.proposal')}</p>
      <ErrorSummary id="map-errors" entries={form.summary(labels)} />
      <div className="fields">
        <TextField {...form.field('consultant')} label={labels.consultant} inputMode="numeric" maxLength={7} optional />
        <TextField {...form.field('client')} label={labels.client} inputMode="numeric" maxLength={5} optional />
      </div>
      {map.events.map(({ event, debit, credit }) => (
        <fieldset key={event} className="stack stack-1">
          <legend>
            {t(`events.${event}`)}{' '}
            {map.is_saved && happened.has(event) && (debit === null || credit === null) && (
              <span className="tag tag-warn">{t('map.missing')}</span>
            )}
          </legend>
          <div className="fields">
            {account('debit', event)}
            {account('credit', event)}
          </div>
        </fieldset>
      ))}
      <div>
        <SubmitButton>{t('map.save')}</SubmitButton>
      </div>
    </PostForm>
  )
}

import { z } from 'zod'
import { CurrencyCode as Currency } from '#app/contract/shapes/shapes.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { unitOf } from '#app/i18n/format/money.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { CURRENCY_CODES, type CurrencyCode, HOME_ZONE, type Language } from '#app/rules/constants.ts'
import { listAt } from '#app/rules/search/list-address.ts'
import { Card } from '#app/ui/card.tsx'
import { ColumnTable } from '#app/ui/desk/column-table.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { ListPages } from '#app/ui/desk/list-page.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Money } from '#app/ui/price.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/payouts'

const PAYOUTS = listAt('/operator/payouts', { size: 20 })

export const handle: PageHandle = { title: 'payouts/title', areas: ['payouts'], query: PAYOUTS.query }

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(PAYOUTS, url, (asked) => apiOf(context).operator.payouts.list(asked))

const Wanted = z.object({ currency: Currency })

export function action({ context, request }: Route.ActionArgs) {
  return answerForm({ context, request }, Wanted, async (wanted) => {
    const t = textFor(context.get(siteContext).language, 'payouts')
    const { id } = await apiOf(context).operator.payouts.make(wanted)
    if (id === null) return { to: PAYOUTS.path, said: t('done.nothing') }
    return { to: `${PAYOUTS.path}/${id}`, said: t('done.make') }
  })
}

type Loaded = Route.ComponentProps['loaderData']

export default function Payouts({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('payouts')
  const form = useReply('payouts', { reply: actionData?.form })
  const { due, requested, results } = loaderData
  return (
    <>
      <DeskHead title={t('title')} />
      <div className="stack">
        <ErrorSummary id="payouts-errors" entries={form.summary({})} />
        <Card id="due" title={t('due')} className="stack">
          <p className="hint">
            {t('dueHint')} {t('proposal.schedule')}
          </p>
          {due.length > 0 ? <Due due={due} /> : <p className="soft">{t('none')}</p>}
          {requested.length > 0 && <Requested requested={requested} />}
          <MakeButtons due={due} />
        </Card>
        {results.length > 0 && (
          <Card id="batches" title={t('batches')}>
            <Batches batches={results} />
          </Card>
        )}
        <ListPages list={PAYOUTS} found={loaderData} />
      </div>
    </>
  )
}

/** What each company is owed, with its account. */
function Due({ due }: Pick<Loaded, 'due'>) {
  const t = useText('payouts')
  const { language } = useLanguage()
  return (
    <ColumnTable
      label={t('due')}
      rows={due}
      rowKey={({ company, currency }) => `${company.id} ${currency}`}
      columns={[
        {
          head: t('company'),
          whole: true,
          cell: ({ company: { id, name } }) => <a href={pathIn(language, `/operator/companies/${id}`)}>{name}</a>,
        },
        { head: t('account'), cell: (one) => <Account of={one} /> },
        { head: t('amount'), far: true, className: 'n', cell: (one) => <Money {...moneyOf(one)} /> },
      ]}
    />
  )
}

function Account({ of: { company, account, holder, iban, bank_changed_at } }: { of: Loaded['due'][number] }) {
  const t = useText('payouts')
  const { language } = useLanguage()
  return (
    <>
      {account === 'MISSING' ? t('noBank') : holder} {iban && <bdi dir="ltr">{iban}</bdi>}{' '}
      {bank_changed_at && (
        <span className="sm mute">{t('changed', { when: momentIn(language, bank_changed_at) })}</span>
      )}{' '}
      {account === 'OTHER_CURRENCY' && <Tag kind="warn">{t('otherCurrency')}</Tag>}
      {account === 'PAUSED' && <Tag kind="warn">{t('paused')}</Tag>}
      {account === 'HOLDER_WAITS' && (
        <a href={pathIn(language, `/operator/companies/${company.id}/bank`)}>{t('holderCheck.waits')}</a>
      )}
    </>
  )
}

function MakeButtons({ due }: Pick<Loaded, 'due'>) {
  const t = useText('payouts')
  const { language } = useLanguage()
  const payable = CURRENCY_CODES.filter((currency) =>
    due.some((one) => one.currency === currency && one.account === 'READY'),
  )
  return (
    <div className="row">
      {payable.map((currency) => (
        <PostForm key={currency}>
          <input type="hidden" name="currency" value={currency} />
          <SubmitButton>{t('make', { currency: unitOf(currency, language) })}</SubmitButton>
        </PostForm>
      ))}
    </div>
  )
}

function Batches({ batches }: { batches: Loaded['results'] }) {
  const t = useText('payouts')
  const { language } = useLanguage()
  return (
    <ColumnTable
      label={t('batches')}
      rows={batches}
      rowKey={({ id }) => id}
      columns={[
        {
          head: t('batches'),
          whole: true,
          cell: ({ id, created_at }) => (
            <a className="go" href={pathIn(language, `${PAYOUTS.path}/${id}`)}>
              {t('batch', { id: localDigits(String(id), language) })} · {momentIn(language, created_at)}
            </a>
          ),
        },
        {
          head: t('state'),
          cell: ({ payouts, open, approval }) => (
            <>
              {t('count', { n: payouts, open })}{' '}
              {approval === 'PROPOSED' && open > 0 && <Tag kind="info">{t('proposal.tag')}</Tag>}
              {approval === 'WAITING' && open > 0 && <Tag kind="warn">{t('approval.tag')}</Tag>}
            </>
          ),
        },
        { head: t('amount'), far: true, className: 'n', cell: (one) => <Money {...moneyOf(one)} /> },
      ]}
    />
  )
}

function Requested({ requested }: Pick<Loaded, 'requested'>) {
  const t = useText('payouts')
  const { language } = useLanguage()
  return (
    <>
      <h3>{t('requested.title')}</h3>
      <ColumnTable
        label={t('requested.title')}
        rows={requested}
        rowKey={({ id }) => id}
        columns={[
          {
            head: t('requested.who'),
            whole: true,
            cell: ({ customer: { id, name } }) => {
              const shown = name ?? t('requested.nobody')
              return id ? <a href={pathIn(language, `/operator/people/${id}`)}>{shown}</a> : t('requested.nobody')
            },
          },
          {
            head: t('account'),
            cell: ({ id, holder, iban, holder_waits }) => (
              <>
                {holder} <bdi dir="ltr">{iban}</bdi>{' '}
                {holder_waits && (
                  <a href={pathIn(language, `${PAYOUTS.path}/requested/${id}`)}>{t('requested.waits')}</a>
                )}
              </>
            ),
          },
          { head: t('amount'), far: true, className: 'n', cell: (one) => <Money {...moneyOf(one)} /> },
        ]}
      />
    </>
  )
}

function moneyOf({ amount, currency }: { amount: number; currency: CurrencyCode }) {
  return { amount, currency }
}

function momentIn(language: Language, iso: string): string {
  return formatInstant(new Date(iso), HOME_ZONE, language, 'weekday')
}

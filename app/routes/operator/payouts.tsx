import { z } from 'zod'
import { CurrencyCode } from '#app/contract/shapes.ts'
import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { formatInstant } from '#app/i18n/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { unitOf } from '#app/i18n/money.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { CURRENCY_CODES, HOME_ZONE } from '#app/rules/constants.ts'
import { pageAt } from '#app/rules/pagination.ts'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { Money } from '#app/ui/price.tsx'
import { Cell, Row, RowTable } from '#app/ui/row-table.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/payouts'
import { deskMeta, goOn } from './operator-page.server.ts'

const PATH = '/operator/payouts'
const SIZE = 20

export const handle: PageHandle = { areas: ['payouts'], query: ['page'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, url }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'payouts')
  const page = Number(url.searchParams.get('page') ?? 1)
  const found = await apiOf(context).operator.payouts({ page, size: SIZE })
  return {
    due: found.due,
    requested: found.requested,
    batches: found.results,
    ...pageAt(found, { page, size: SIZE }),
    meta: deskMeta(context, t('title')),
  }
}

const Wanted = z.object({ currency: CurrencyCode })

export async function action({ context, request }: Route.ActionArgs) {
  const t = textFor(context.get(siteContext).language, 'payouts')
  const form = await parseForm(request, Wanted, formPage(context))
  if (!form.ok) return form.reply
  try {
    const { id } = await apiOf(context).operator.makePayouts(form.value)
    return goOn(context, id === null ? PATH : `${PATH}/${id}`, t(id === null ? 'done.nothing' : 'done.make'))
  } catch (error) {
    return refused(error, form)
  }
}

export default function Payouts({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('payouts')
  const { language } = useLanguage()
  const form = useReply('payouts', { reply: actionData?.form })
  const { due, requested, batches, page, pages } = loaderData
  const payable = CURRENCY_CODES.filter((currency) =>
    due.some((one) => one.currency === currency && one.account === 'READY'),
  )
  const moment = (iso: string) => formatInstant(new Date(iso), HOME_ZONE, language, 'weekday')
  return (
    <>
      <DeskHead title={t('title')} />
      <div className="stack">
        <ErrorSummary id="payouts-errors" entries={form.summary({})} />
        <Card id="due" title={t('due')} className="stack">
          <p className="hint">{t('dueHint')}</p>
          {due.length === 0 && <p className="soft">{t('none')}</p>}
          {due.length > 0 && (
            <RowTable label={t('due')} head={[t('company'), t('account'), t('amount')]}>
              {due.map(({ company, currency, amount, holder, iban, bank_changed_at, account }) => (
                <Row key={`${company.id} ${currency}`}>
                  <Cell whole>
                    <a href={pathIn(language, `/operator/companies/${company.id}`)}>{company.name}</a>
                  </Cell>
                  <Cell>
                    {account === 'MISSING' ? t('noBank') : holder} {iban && <bdi dir="ltr">{iban}</bdi>}{' '}
                    {bank_changed_at && (
                      <span className="sm mute">{t('changed', { when: moment(bank_changed_at) })}</span>
                    )}{' '}
                    {account === 'OTHER_CURRENCY' && <Tag kind="warn">{t('otherCurrency')}</Tag>}
                    {account === 'HOLDER_WAITS' && (
                      <a href={pathIn(language, `/operator/companies/${company.id}/bank`)}>{t('holderCheck.waits')}</a>
                    )}
                  </Cell>
                  <Cell far className="n">
                    <Money amount={amount} currency={currency} />
                  </Cell>
                </Row>
              ))}
            </RowTable>
          )}
          {requested.length > 0 && <Requested requested={requested} />}
          <div className="row">
            {payable.map((currency) => (
              <PostForm key={currency}>
                <input type="hidden" name="currency" value={currency} />
                <SubmitButton>{t('make', { currency: unitOf(currency, language) })}</SubmitButton>
              </PostForm>
            ))}
          </div>
        </Card>
        {batches.length > 0 && (
          <Card id="batches" title={t('batches')}>
            <RowTable label={t('batches')} head={[t('batches'), t('state'), t('amount')]}>
              {batches.map(({ id, currency, created_at, payouts, open, amount, approval }) => (
                <Row key={id}>
                  <Cell whole>
                    <a className="go" href={pathIn(language, `${PATH}/${id}`)}>
                      {t('batch', { id: localDigits(String(id), language) })} · {moment(created_at)}
                    </a>
                  </Cell>
                  <Cell>
                    {t('count', { n: payouts, open })}{' '}
                    {approval === 'WAITING' && open > 0 && <Tag kind="warn">{t('approval.tag')}</Tag>}
                  </Cell>
                  <Cell far className="n">
                    <Money amount={amount} currency={currency} />
                  </Cell>
                </Row>
              ))}
            </RowTable>
          </Card>
        )}
        <Pagination page={page} pages={pages} href={(n) => pathIn(language, `${PATH}?page=${n}`)} />
      </div>
    </>
  )
}

function Requested({ requested }: { requested: Route.ComponentProps['loaderData']['requested'] }) {
  const t = useText('payouts')
  const { language } = useLanguage()
  return (
    <>
      <h3>{t('requested.title')}</h3>
      <RowTable label={t('requested.title')} head={[t('requested.who'), t('account'), t('amount')]}>
        {requested.map(({ id, customer, currency, amount, holder, iban, holder_waits }) => (
          <Row key={id}>
            <Cell whole>
              {customer.id ? (
                <a href={pathIn(language, `/operator/people/${customer.id}`)}>
                  {customer.name ?? t('requested.nobody')}
                </a>
              ) : (
                t('requested.nobody')
              )}
            </Cell>
            <Cell>
              {holder} <bdi dir="ltr">{iban}</bdi>{' '}
              {holder_waits && (
                <a href={pathIn(language, `/operator/payouts/requested/${id}`)}>{t('requested.waits')}</a>
              )}
            </Cell>
            <Cell far className="n">
              <Money amount={amount} currency={currency} />
            </Cell>
          </Row>
        ))}
      </RowTable>
    </>
  )
}

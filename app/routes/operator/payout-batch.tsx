import { z } from 'zod'
import { RowId } from '#app/contract/shapes.ts'
import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { Money } from '#app/ui/price.tsx'
import { Cell, Row, RowTable } from '#app/ui/row-table.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/payout-batch'
import { deskMeta, goOn } from './operator-page.server.ts'

const KINDS = { OPEN: 'warn', PAID: 'ok', RETURNED: 'bad' } as const

export const handle: PageHandle = { areas: ['payouts'], query: [] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, params }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const id = idIn(params)
  const batch = await apiOf(context).operator.payoutBatch({ id })
  const title = textFor(language, 'payouts')('batch', { id: localDigits(String(id), language) })
  return { batch, meta: deskMeta(context, title) }
}

const Outcome = z.object({ payout: RowId.optional(), outcome: z.enum(['PAID', 'RETURNED'], { error: 'required' }) })

export async function action({ context, params, request }: Route.ActionArgs) {
  const id = idIn(params)
  const form = await parseForm(request, Outcome, formPage(context))
  if (!form.ok) return form.reply
  try {
    await apiOf(context).operator.settlePayouts({ id, ...form.value })
    const t = textFor(context.get(siteContext).language, 'payouts')
    return goOn(context, `/operator/payouts/${id}`, t(`done.${form.value.outcome}`))
  } catch (error) {
    return refused(error, form)
  }
}

export default function PayoutBatch({ loaderData: { batch }, actionData }: Route.ComponentProps) {
  const t = useText('payouts')
  const { language } = useLanguage()
  const form = useReply('batch', { reply: actionData?.form })
  const { id, currency, amount, open, payouts, items } = batch
  return (
    <>
      <DeskHead title={t('batch', { id: localDigits(String(id), language) })} />
      <div className="stack">
        <ErrorSummary id="batch-errors" entries={form.summary({})} />
        <p>
          {t('count', { n: payouts, open })} · <Money amount={amount} currency={currency} />
        </p>
        <div className="row">
          <a className="btn" href={pathIn(language, `/operator/payouts/${id}/file`)} download>
            {t('file')}
          </a>
          {open > 0 && (
            <PostForm>
              <SubmitButton name="outcome" value="PAID">
                {t('paidAll')}
              </SubmitButton>
            </PostForm>
          )}
        </div>
        <div className="card">
          <RowTable label={t('batches')} head={[t('company'), t('account'), t('amount'), t('state')]}>
            {items.map((payout) => (
              <Row key={payout.id}>
                <Cell whole>
                  <a href={pathIn(language, `/operator/companies/${payout.company.id}`)}>{payout.company.name}</a>
                </Cell>
                <Cell>
                  {payout.holder} <bdi dir="ltr">{payout.iban}</bdi>
                </Cell>
                <Cell far className="n">
                  <Money amount={payout.amount} currency={currency} />
                </Cell>
                <Cell whole>
                  <Tag kind={KINDS[payout.status]}>{t(`status.${payout.status}`)}</Tag>{' '}
                  {payout.status === 'OPEN' &&
                    (['PAID', 'RETURNED'] as const).map((outcome) => (
                      <PostForm key={outcome}>
                        <input type="hidden" name="payout" value={payout.id} />
                        <SubmitButton name="outcome" value={outcome} className="btn btn-s">
                          {t(outcome === 'PAID' ? 'paid' : 'returned')}
                          <span className="vh"> {payout.company.name}</span>
                        </SubmitButton>
                      </PostForm>
                    ))}
                </Cell>
              </Row>
            ))}
          </RowTable>
        </div>
      </div>
    </>
  )
}

function idIn({ id }: { id: string }): number {
  const parsed = RowId.safeParse(id)
  if (!parsed.success) throw notFound()
  return parsed.data
}

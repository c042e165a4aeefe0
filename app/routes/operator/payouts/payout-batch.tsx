import { z } from 'zod'
import { RowId } from '#app/contract/shapes/shapes.ts'
import { formatDate } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Cell, Row, RowTable } from '#app/ui/page/row-table.tsx'
import { Money } from '#app/ui/price.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { rowIdOf } from '../row-id.server.ts'
import type { Route } from './+types/payout-batch'

const KINDS = { OPEN: 'warn', PAID: 'ok', RETURNED: 'bad' } as const

export const handle: PageHandle = { areas: ['payouts'], query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const id = rowIdOf(params)
  const batch = await apiOf(context).operator.payouts.batch({ id })
  const title = textFor(language, 'payouts')('batch', { id: localDigits(String(id), language) })
  return { batch, meta: { title } }
}

const Outcome = z.object({
  payout: RowId.optional(),
  outcome: z.enum(['PAID', 'RETURNED', 'APPROVED', 'RELEASED'], { error: 'required' }),
})

export function action({ context, params, request }: Route.ActionArgs) {
  return answerForm({ context, request }, Outcome, async ({ payout, outcome }) => {
    const id = rowIdOf(params)
    const { operator } = apiOf(context)
    const t = textFor(context.get(siteContext).language, 'payouts')
    const to = `/operator/payouts/${id}`
    if (outcome === 'RELEASED') {
      const { waits } = await operator.payouts.release({ id })
      return { to, said: t(waits ? 'proposal.waits' : 'proposal.done') }
    }
    if (outcome === 'APPROVED') await operator.payouts.approve({ id })
    else await operator.payouts.settle({ id, payout, outcome })
    return { to, said: t(`done.${outcome}`) }
  })
}

export default function PayoutBatch({ loaderData: { batch }, actionData }: Route.ComponentProps) {
  const t = useText('payouts')
  const { language } = useLanguage()
  const form = useReply('batch', { reply: actionData?.form })
  const { id, currency, amount, open, payouts, items, approval } = batch
  const isHeld = approval === 'WAITING' || approval === 'PROPOSED'
  const outcomes = isHeld ? (['RETURNED'] as const) : (['PAID', 'RETURNED'] as const)
  return (
    <>
      <DeskHead title={t('batch', { id: localDigits(String(id), language) })} />
      <div className="stack">
        <ErrorSummary id="batch-errors" entries={form.summary({})} />
        <p>
          {t('count', { n: payouts, open })} · <Money amount={amount} currency={currency} />
        </p>
        <Approval batch={batch} />
        <div className="row">
          {!isHeld && (
            <a className="btn" href={pathIn(language, `/operator/payouts/${id}/file`)}>
              {t('file')}
            </a>
          )}
          {!isHeld && items.some(({ status, paused }) => status === 'OPEN' && !paused) && (
            <PostForm>
              <SubmitButton name="outcome" value="PAID">
                {t('paidAll')}
              </SubmitButton>
            </PostForm>
          )}
        </div>
        {open > 0 && !isHeld && batch.executes_on !== null && (
          <p className="soft">{t('executes', { day: formatDate(batch.executes_on, language, 'weekday') })}</p>
        )}
        <div className="card">
          <RowTable label={t('batches')} head={[t('company'), t('account'), t('amount'), t('state')]}>
            {items.map((payout) => (
              <Row key={payout.id}>
                <Cell whole>
                  <Receiver payout={payout} />
                </Cell>
                <Cell>
                  {payout.holder} <bdi dir="ltr">{payout.iban}</bdi>{' '}
                  {!payout.in_file && payout.status === 'OPEN' && (
                    <Tag kind="warn">{t(payout.paused ? 'heldBack' : 'byHand')}</Tag>
                  )}
                </Cell>
                <Cell far className="n">
                  <Money amount={payout.amount} currency={currency} />
                </Cell>
                <Cell whole>
                  <Tag kind={KINDS[payout.status]}>{t(`status.${payout.status}`)}</Tag>{' '}
                  {payout.status === 'OPEN' &&
                    outcomes.map((outcome) => (
                      <PostForm key={outcome}>
                        <input type="hidden" name="payout" value={payout.id} />
                        <SubmitButton name="outcome" value={outcome} className="btn btn-s">
                          {t(outcome === 'PAID' ? 'paid' : approval === 'PROPOSED' ? 'proposal.leaveOut' : 'returned')}
                          <span className="vh"> {payout.company?.name ?? payout.holder}</span>
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

/** The recipient: the company that is owed the money, or the customer who takes it out of their wallet. */
function Receiver({ payout: { company, customer } }: { payout: Batch['items'][number] }) {
  const t = useText('payouts')
  const { language } = useLanguage()
  if (company) return <a href={pathIn(language, `/operator/companies/${company.id}`)}>{company.name}</a>
  const name = customer?.name ?? t('requested.nobody')
  return (
    <>
      {t('requested.who')}:{' '}
      {customer?.id ? <a href={pathIn(language, `/operator/people/${customer.id}`)}>{name}</a> : name}
    </>
  )
}

type Batch = Route.ComponentProps['loaderData']['batch']

/** Above the configured amount, a second operator must approve the batch before it is sent to the bank. */
function Approval({ batch }: { batch: Batch }) {
  const t = useText('payouts')
  const { approval, approvable, approved_by, created_by, open } = batch
  if (approval === 'NOT_NEEDED') return null
  if (approval === 'PROPOSED') {
    if (open === 0) return null
    return (
      <div className="card stack">
        <p>{t('proposal.text')}</p>
        <PostForm>
          <SubmitButton name="outcome" value="RELEASED">
            {t('proposal.release')}
          </SubmitButton>
        </PostForm>
      </div>
    )
  }
  if (approval === 'APPROVED') return <Note kind="ok">{t('approval.by', { name: approved_by ?? '' })}</Note>
  if (open === 0) return null
  return (
    <div className="card stack">
      <p>{t('approval.waits', { name: created_by ?? '' })}</p>
      {approvable ? (
        <PostForm>
          <SubmitButton name="outcome" value="APPROVED">
            {t('approval.approve')}
          </SubmitButton>
        </PostForm>
      ) : (
        <p className="soft">{t('approval.own')}</p>
      )}
    </div>
  )
}

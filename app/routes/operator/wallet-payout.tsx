import { z } from 'zod'
import { Reason } from '#app/contract/operator/people.ts'
import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { formatMoney } from '#app/i18n/money.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { requireFreshFactor } from '#app/web/session/fresh-factor.server.ts'
import type { Route } from './+types/wallet-payout'
import { deskMeta, goOn } from './operator-page.server.ts'
import { ReasonField } from './reason-form.tsx'
import { rowIdOf } from './row-id.server.ts'

export const handle: PageHandle = { areas: ['payouts'], query: [] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

/** A customer's payout while its holder waits for an operator; else there is nothing to decide. */
export async function loader({ context, params }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  const id = rowIdOf(params)
  const { requested } = await apiOf(context).operator.payouts({})
  const payout = requested.find((one) => one.id === id && one.holder_waits)
  if (!payout) throw notFound()
  const t = textFor(context.get(siteContext).language, 'payouts')
  const title = t('requested.check', { customer: payout.customer.name ?? t('requested.nobody') })
  return { payout, title, meta: deskMeta(context, title) }
}

const Decision = z.object({ reason: Reason, decision: z.enum(['CONFIRMED', 'REFUSED'], { error: 'required' }) })

export async function action({ context, params, request }: Route.ActionArgs) {
  const id = rowIdOf(params)
  const form = await parseForm(request, Decision, formPage(context))
  if (!form.ok) return form.reply
  try {
    await apiOf(context).operator.decideWalletPayout({ id, ...form.value })
  } catch (error) {
    return refused(error, form)
  }
  const t = textFor(context.get(siteContext).language, 'payouts')
  return goOn(context, '/operator/payouts', t(`requested.done.${form.value.decision}`))
}

export default function RequestedPayout({ loaderData: { payout, title }, actionData }: Route.ComponentProps) {
  const t = useText('payouts')
  const desk = useText('operator')
  const { language } = useLanguage()
  const form = useReply('requested', { reply: actionData?.form })
  const { amount, currency, holder, iban, customer } = payout
  return (
    <>
      <DeskHead title={title} />
      <PostForm {...form.props} className="card stack">
        <p>
          {t('requested.text', {
            amount: formatMoney(amount, currency, language),
            ...{ holder, iban, customer: customer.name ?? t('requested.nobody') },
          })}
        </p>
        <ErrorSummary id="requested-errors" entries={form.summary({ reason: desk('reason') })} />
        <ReasonField form={form} />
        <div className="row">
          <SubmitButton name="decision" value="CONFIRMED" className="btn btn-go">
            {t('requested.confirm')}
          </SubmitButton>
          <SubmitButton name="decision" value="REFUSED" className="btn btn-bad">
            {t('requested.refuse')}
          </SubmitButton>
          <a className="btn" href={pathIn(language, '/operator/payouts')}>
            {desk('back')}
          </a>
        </div>
      </PostForm>
    </>
  )
}

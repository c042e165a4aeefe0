import { redirect } from 'react-router'
import { z } from 'zod'
import { Reason } from '#app/contract/operator/people.ts'
import { CurrencyCode } from '#app/contract/shapes.ts'
import { Text } from '#app/contract/text.ts'
import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { formatMoney } from '#app/i18n/money.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { typedAmount } from '#app/rules/typed-amount.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { IdempotencyKey, SubmitButton, useReply } from '#app/ui/form.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { requireFreshFactor } from '#app/web/session/fresh-factor.server.ts'
import { deskMeta, deskText, goOn } from '../operator-page.server.ts'
import { ReasonField } from '../reason-form.tsx'
import { publicIdOf } from '../row-id.server.ts'
import type { Route } from './+types/refund'

export const handle: PageHandle = { query: [] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  const payment = await apiOf(context).operator.payment({ id: publicIdOf(params) })
  if (payment.refundable === 0) throw redirect(`/operator/payments/${params.id}`)
  const { id, number, payer, company, currency, refundable, approval_above } = payment
  return {
    ...{ id, number, currency, refundable },
    name: payer.fullname || payer.phone,
    company: company?.name ?? '',
    above: approval_above.amount,
    key: crypto.randomUUID(),
    meta: deskMeta(context, deskText(context)('refund.title', { number })),
  }
}

const Refund = z.object({
  amount: Text.min(1, 'required').max(30, 'max_length'),
  currency: CurrencyCode,
  bearer: z.enum(['MARKETPLACE', 'COMPANY'], { error: 'required' }),
  reason: Reason,
})

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await parseForm(request, Refund, formPage(context))
  if (!form.ok) return form.reply
  const { currency, bearer, reason } = form.value
  const amount = typedAmount(form.value.amount, currency)
  if ('fieldError' in amount) return form.refuse({ amount: [amount.fieldError] }, 400)
  const key = form.fields.get('idempotency_key')
  const api = apiOf(context, { idempotencyKey: typeof key === 'string' && key ? key : undefined })
  try {
    const { status } = await api.operator.refund({ id: params.id, amount: amount.minor, bearer, reason })
    const said = deskText(context)(status === 'DONE' ? 'refund.done' : 'refund.waits')
    return goOn(context, `/operator/payments/${params.id}`, said)
  } catch (error) {
    return refused(error, form)
  }
}

export default function RefundPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, number, name, company, currency, refundable, above, key } = loaderData
  const t = useText('operator')
  const { language } = useLanguage()
  const money = (amount: number) => formatMoney(amount, currency, language)
  const form = useReply('refund', { reply: actionData?.form, initial: { bearer: 'MARKETPLACE' } })
  const labels = { amount: t('correct.amount'), bearer: t('refund.bearer'), reason: t('reason') }
  return (
    <>
      <DeskHead
        title={t('refund.title', { number: localDigits(number, language) })}
        text={t('refund.text', { name, above: money(above) })}
      />
      <PostForm {...form.props} className="card stack">
        <IdempotencyKey value={form.value('idempotency_key') ?? key} />
        <input type="hidden" name="currency" value={currency} />
        <ErrorSummary id="refund-errors" entries={form.summary(labels)} />
        <TextField
          {...form.field('amount')}
          label={labels.amount}
          hint={t('refund.most', { amount: money(refundable) })}
          inputMode="decimal"
          maxLength={30}
          required
        />
        <SelectField
          {...form.field('bearer')}
          label={labels.bearer}
          options={[
            { value: 'MARKETPLACE', label: t('refund.MARKETPLACE') },
            { value: 'COMPANY', label: t('refund.COMPANY', { name: company }) },
          ]}
        />
        <ReasonField form={form} />
        <div className="row">
          <SubmitButton>{t('refund.do')}</SubmitButton>
          <a className="btn" href={pathIn(language, `/operator/payments/${id}`)}>
            {t('back')}
          </a>
        </div>
      </PostForm>
    </>
  )
}

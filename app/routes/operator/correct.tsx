import { z } from 'zod'
import { Reason } from '#app/contract/operator/people.ts'
import { CurrencyCode } from '#app/contract/shapes.ts'
import { Text } from '#app/contract/text.ts'
import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { formatMoney } from '#app/i18n/money.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { CURRENCY_CODES } from '#app/rules/constants.ts'
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
import type { Route } from './+types/correct'
import { deskMeta, deskText, goOn } from './operator-page.server.ts'
import { ReasonField } from './reason-form.tsx'
import { publicIdOf } from './row-id.server.ts'

export const handle: PageHandle = { query: [] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  const { operator } = apiOf(context)
  const { id, fullname, phone } = await operator.person({ id: publicIdOf(params) })
  const { approval_irt, approval_eur } = await operator.readConfig()
  return {
    id,
    name: fullname ?? phone,
    key: crypto.randomUUID(),
    limits: { irt: approval_irt, eur: approval_eur },
    meta: deskMeta(context, deskText(context)('correct.do')),
  }
}

const Correction = z.object({
  way: z.enum(['add', 'take'], { error: 'required' }),
  amount: Text.min(1, 'required').max(30, 'max_length'),
  currency: CurrencyCode,
  reason: Reason,
})

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await parseForm(request, Correction, formPage(context))
  if (!form.ok) return form.reply
  const { way, currency, reason } = form.value
  const amount = typedAmount(form.value.amount, currency)
  if ('fieldError' in amount) return form.refuse({ amount: [amount.fieldError] }, 400)
  const key = form.fields.get('idempotency_key')
  const api = apiOf(context, { idempotencyKey: typeof key === 'string' && key ? key : undefined })
  try {
    const signed = way === 'add' ? amount.minor : -amount.minor
    const { status } = await api.operator.correct({ id: params.id, currency, amount: signed, reason })
    const said = deskText(context)(status === 'DONE' ? 'correct.done' : 'correct.waits')
    return goOn(context, `/operator/people/${params.id}`, said)
  } catch (error) {
    return refused(error, form)
  }
}

export default function Correct({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, key, limits } = loaderData
  const t = useText('operator')
  const { language } = useLanguage()
  const form = useReply('correct', {
    reply: actionData?.form,
    initial: { way: 'add', currency: language === 'fa' ? 'IRT' : 'EUR' },
  })
  const labels = {
    way: t('correct.way'),
    amount: t('correct.amount'),
    currency: t('correct.currency'),
    reason: t('reason'),
  }
  return (
    <>
      <DeskHead
        title={t('correct.title', { name })}
        text={t('correct.text', {
          irt: formatMoney(limits.irt, 'IRT', language),
          eur: formatMoney(limits.eur, 'EUR', language),
        })}
      />
      <PostForm {...form.props} className="card stack">
        <IdempotencyKey value={form.value('idempotency_key') ?? key} />
        <ErrorSummary id="correct-errors" entries={form.summary(labels)} />
        <SelectField
          {...form.field('way')}
          label={labels.way}
          options={(['add', 'take'] as const).map((value) => ({ value, label: t(`correct.${value}`) }))}
        />
        <TextField
          {...form.field('amount')}
          label={labels.amount}
          hint={t('correct.amountHint')}
          inputMode="decimal"
          maxLength={30}
          required
        />
        <SelectField
          {...form.field('currency')}
          label={labels.currency}
          options={CURRENCY_CODES.map((code) => ({ value: code, label: code }))}
        />
        <ReasonField form={form} />
        <div className="row">
          <SubmitButton>{t('correct.do')}</SubmitButton>
          <a className="btn" href={pathIn(language, `/operator/people/${id}`)}>
            {t('back')}
          </a>
        </div>
      </PostForm>
    </>
  )
}

import { z } from 'zod'
import { Reason } from '#app/contract/operator/people.ts'
import { Text } from '#app/contract/text.ts'
import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { formatPercent, localDigits } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { toLatinDigits } from '#app/rules/digits.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { requireFreshFactor } from '#app/web/session/fresh-factor.server.ts'
import type { Route } from './+types/commission'
import { deskMeta, deskText, goOn } from './operator-page.server.ts'
import { ReasonField } from './reason-form.tsx'
import { rowIdOf } from './row-id.server.ts'

export const handle: PageHandle = { query: [] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  const { id, name, commission_percent } = await apiOf(context).operator.company({ id: rowIdOf(params) })
  return { id, name, commission_percent, meta: deskMeta(context, deskText(context)('companies.changeCommission')) }
}

const Change = z.object({
  commission_percent: Text.min(1, 'required').max(3, 'number').regex(/^\d+$/, 'number'),
  reason: Reason,
})

export async function action({ context, params, request }: Route.ActionArgs) {
  const fields = await request.formData()
  fields.set('commission_percent', toLatinDigits(String(fields.get('commission_percent') ?? '')))
  const form = await parseForm(fields, Change, formPage(context))
  if (!form.ok) return form.reply
  const id = rowIdOf(params)
  const percent = Number(form.value.commission_percent)
  try {
    const change = { id, commission_percent: percent, reason: form.value.reason }
    const { commission_requested } = await apiOf(context).operator.changeCommission(change)
    const said = deskText(context)(commission_requested === null ? 'companies.saved' : 'settings.waits')
    return goOn(context, `/operator/companies/${id}`, said)
  } catch (error) {
    return refused(error, form)
  }
}

export default function CommissionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, commission_percent } = loaderData
  const t = useText('operator')
  const { language } = useLanguage()
  const form = useReply('commission', {
    reply: actionData?.form,
    initial: { commission_percent: localDigits(String(commission_percent), language) },
  })
  const labels = { commission_percent: t('companies.percent'), reason: t('reason') }
  const now = formatPercent(commission_percent, language)
  return (
    <>
      <DeskHead title={t('companies.commissionOf', { name })} text={t('companies.commissionText', { now })} />
      <PostForm {...form.props} className="card stack">
        <ErrorSummary id="commission-errors" entries={form.summary(labels)} />
        <TextField
          {...form.field('commission_percent')}
          label={labels.commission_percent}
          hint={t('companies.percentHint')}
          inputMode="numeric"
          maxLength={3}
          required
        />
        <ReasonField form={form} />
        <div className="row">
          <SubmitButton>{t('companies.changeCommission')}</SubmitButton>
          <a className="btn" href={pathIn(language, `/operator/companies/${id}`)}>
            {t('back')}
          </a>
        </div>
      </PostForm>
    </>
  )
}

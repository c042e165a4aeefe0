import { z } from 'zod'
import { Reason } from '#app/contract/operator/people.ts'
import { Flag } from '#app/contract/shapes/shapes.ts'
import { AmountText } from '#app/contract/shapes/text.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { isOldRate } from '#app/rules/money/exchange-rate.ts'
import { amountToType, typedAmount } from '#app/rules/money/typed-amount.ts'
import { AmountField } from '#app/ui/desk/amount-field.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { requireFreshFactor } from '#app/web/session/fresh-factor.server.ts'
import type { Route } from './+types/settings'
import { deskText } from './operator-page.server.ts'
import { ReasonField } from './reason-form.tsx'

const AMOUNTS = { euro_rate: 'IRT', approval_irt: 'IRT', approval_eur: 'EUR' } as const

export const handle: PageHandle = { title: 'operator/nav.settings', query: [] }

export async function loader({ context }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  const config = await apiOf(context).operator.settings.read()
  return { config, isOld: isOldRate(new Date(config.euro_rate_set_at), new Date()) }
}

const Settings = z.object({
  euro_rate: AmountText,
  rate_checked: Flag,
  /** The rate that the page showed. */
  rate_before: z.coerce.number().optional(),
  approval_irt: AmountText,
  approval_eur: AmountText,
  reason: Reason,
})

export function action({ context, request }: Route.ActionArgs) {
  return answerForm({ context, request }, Settings, async ({ reason, rate_checked, rate_before, ...typed }, form) => {
    const fieldErrors: Record<string, string[]> = {}
    const amounts = { euro_rate: 0, approval_irt: 0, approval_eur: 0 }
    for (const name of Object.keys(amounts) as (keyof typeof amounts)[]) {
      const amount = typedAmount(typed[name], AMOUNTS[name])
      if ('minor' in amount) amounts[name] = amount.minor
      else fieldErrors[name] = [amount.fieldError]
    }
    if (Object.keys(fieldErrors).length > 0) return form.refuse(fieldErrors)
    const { settings } = apiOf(context).operator
    // A rate that is sent is one that somebody has looked up, be it the same; not the one of a page that was open while another was set.
    const euro_rate = amounts.euro_rate === rate_before && !rate_checked ? undefined : amounts.euro_rate
    const { waits } = await settings.change({ ...amounts, euro_rate, reason })
    return { to: '/operator/settings', said: deskText(context)(waits ? 'settings.waits' : 'settings.saved') }
  })
}

export default function SettingsPage({ loaderData: { config, isOld }, actionData }: Route.ComponentProps) {
  const t = useText('operator')
  const { language } = useLanguage()
  const { euro_rate, approval_irt, approval_eur, euro_rate_set_at, waits } = config
  const form = useReply('settings', {
    reply: actionData?.form,
    initial: {
      euro_rate: String(euro_rate),
      rate_before: String(euro_rate),
      approval_irt: String(approval_irt),
      approval_eur: amountToType(approval_eur, 'EUR'),
    },
  })
  const labels = {
    euro_rate: t('settings.rate'),
    approval_irt: t('settings.approvalIrt'),
    approval_eur: t('settings.approvalEur'),
    reason: t('reason'),
  }
  const since = formatInstant(new Date(euro_rate_set_at), HOME_ZONE, language, 'long')
  return (
    <>
      <DeskHead title={t('nav.settings')} text={t('settings.text')} />
      <div className="stack">
        {waits && (
          <Note kind="warn">
            <a href={pathIn(language, '/operator/approvals')}>{t('settings.waits')}</a>
          </Note>
        )}
        {isOld && <Note kind="warn">{t('settings.oldRate')}</Note>}
        <PostForm {...form.props} className="card stack">
          <ErrorSummary id="settings-errors" entries={form.summary(labels)} />
          <TextField
            {...form.field('euro_rate')}
            label={labels.euro_rate}
            hint={t('settings.rateHint', { date: since })}
            inputMode="numeric"
            maxLength={30}
            required
          />
          <input type="hidden" name="rate_before" value={form.value('rate_before')} />
          {isOld && (
            <Checkbox id={form.field('rate_checked').id} name="rate_checked" checked={form.isChosen('rate_checked')}>
              {t('settings.rateChecked')}
            </Checkbox>
          )}
          {(['approval_irt', 'approval_eur'] as const).map((name) => (
            <AmountField key={name} form={form} name={name} label={labels[name]} />
          ))}
          <ReasonField form={form} rows={2} />
          <div>
            <SubmitButton>{t('settings.save')}</SubmitButton>
          </div>
        </PostForm>
      </div>
    </>
  )
}

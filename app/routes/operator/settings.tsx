import { z } from 'zod'
import { Reason } from '#app/contract/operator/people.ts'
import { Text } from '#app/contract/text.ts'
import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { formatInstant } from '#app/i18n/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { typedAmount } from '#app/rules/typed-amount.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form.tsx'
import { Note } from '#app/ui/note.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { requireFreshFactor } from '#app/web/session/fresh-factor.server.ts'
import type { Route } from './+types/settings'
import { deskMeta, deskText, goOn } from './operator-page.server.ts'
import { ReasonField } from './reason-form.tsx'

const AMOUNTS = { euro_rate: 'IRT', approval_irt: 'IRT', approval_eur: 'EUR' } as const
const CENTS = 100

export const handle: PageHandle = { query: [] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  const config = await apiOf(context).operator.readConfig()
  return { config, meta: deskMeta(context, deskText(context)('nav.settings')) }
}

const Amount = Text.min(1, 'required').max(30, 'max_length')
const Settings = z.object({ euro_rate: Amount, approval_irt: Amount, approval_eur: Amount, reason: Reason })

export async function action({ context, request }: Route.ActionArgs) {
  const form = await parseForm(request, Settings, formPage(context))
  if (!form.ok) return form.reply
  const { reason, ...typed } = form.value
  const fieldErrors: Record<string, string[]> = {}
  const amounts = { euro_rate: 0, approval_irt: 0, approval_eur: 0 }
  for (const name of Object.keys(amounts) as (keyof typeof amounts)[]) {
    const amount = typedAmount(typed[name], AMOUNTS[name])
    if ('minor' in amount) amounts[name] = amount.minor
    else fieldErrors[name] = [amount.fieldError]
  }
  if (Object.keys(fieldErrors).length > 0) return form.refuse(fieldErrors, 400)
  try {
    const { waits } = await apiOf(context).operator.config({ ...amounts, reason })
    return goOn(context, '/operator/settings', deskText(context)(waits ? 'settings.waits' : 'settings.saved'))
  } catch (error) {
    return refused(error, form)
  }
}

export default function SettingsPage({ loaderData: { config }, actionData }: Route.ComponentProps) {
  const t = useText('operator')
  const { language } = useLanguage()
  const { euro_rate, approval_irt, approval_eur, euro_rate_set_at, waits } = config
  const form = useReply('settings', {
    reply: actionData?.form,
    initial: {
      euro_rate: String(euro_rate),
      approval_irt: String(approval_irt),
      approval_eur: (approval_eur / CENTS).toFixed(approval_eur % CENTS === 0 ? 0 : 2),
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
      {waits && (
        <Note kind="warn">
          <a href={pathIn(language, '/operator/approvals')}>{t('settings.waits')}</a>
        </Note>
      )}
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
        {(['approval_irt', 'approval_eur'] as const).map((name) => (
          <TextField
            key={name}
            {...form.field(name)}
            label={labels[name]}
            inputMode="decimal"
            maxLength={30}
            required
          />
        ))}
        <ReasonField form={form} rows={2} />
        <div>
          <SubmitButton>{t('settings.save')}</SubmitButton>
        </div>
      </PostForm>
    </>
  )
}

import { z } from 'zod'
import { Reason } from '#app/contract/operator/people.ts'
import { Phone } from '#app/contract/phone.ts'
import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { IRAN_DIAL_CODE } from '#app/rules/constants.ts'
import { OPERATOR_ROLES } from '#app/rules/operator-role.ts'
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
import { deskMeta, deskText, goOn } from '../operator-page.server.ts'
import { ReasonField } from '../reason-form.tsx'
import type { Route } from './+types/appoint'
import { RoleField } from './role-field.tsx'

const PATH = '/operator/operators'

export const handle: PageHandle = { query: [] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  await apiOf(context).operator.operators()
  return { meta: deskMeta(context, deskText(context)('operators.appoint')) }
}

const Appointment = z.object({ phone: Phone, role: z.enum(OPERATOR_ROLES, { error: 'required' }), reason: Reason })

export async function action({ context, request }: Route.ActionArgs) {
  const form = await parseForm(request, Appointment, formPage(context))
  if (!form.ok) return form.reply
  // A number without its country is one of ours.
  const isAbroad = /^(\+|00)/.test(form.value.phone)
  const person = isAbroad ? form.value : { ...form.value, country_code: IRAN_DIAL_CODE }
  try {
    const { waits } = await apiOf(context).operator.appoint(person)
    return goOn(context, PATH, deskText(context)(waits ? 'operators.waits' : 'operators.done'))
  } catch (error) {
    return refused(error, form)
  }
}

export default function Appoint({ actionData }: Route.ComponentProps) {
  const t = useText('operator')
  const { language } = useLanguage()
  const form = useReply('appoint', { reply: actionData?.form, initial: { role: 'SUPPORT' } })
  const labels = { phone: t('operators.phone'), role: t('operators.role'), reason: t('reason') }
  return (
    <>
      <DeskHead title={t('operators.appoint')} text={t('operators.text')} />
      <PostForm {...form.props} className="card stack">
        <ErrorSummary id="appoint-errors" entries={form.summary(labels)} />
        <TextField
          {...form.field('phone')}
          label={labels.phone}
          hint={t('operators.phoneHint')}
          type="tel"
          dir="ltr"
          autoComplete="off"
          maxLength={30}
          required
        />
        <RoleField form={form} />
        <ReasonField form={form} />
        <div className="row">
          <SubmitButton>{t('operators.appoint')}</SubmitButton>
          <a className="btn" href={pathIn(language, PATH)}>
            {t('back')}
          </a>
        </div>
      </PostForm>
    </>
  )
}

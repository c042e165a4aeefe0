import { data } from 'react-router'
import { z } from 'zod'
import { Reason } from '#app/contract/operator/people.ts'
import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { OPERATOR_ROLES } from '#app/rules/operator-role.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { requireFreshFactor } from '#app/web/session/fresh-factor.server.ts'
import { deskMeta, deskText, goOn } from '../operator-page.server.ts'
import { ReasonField } from '../reason-form.tsx'
import { publicIdOf } from '../row-id.server.ts'
import type { Route } from './+types/operator'
import { RoleField } from './role-field.tsx'

const PATH = '/operator/operators'

export const handle: PageHandle = { query: [] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  const { results } = await apiOf(context).operator.operators()
  const operator = results.find(({ id }) => id === publicIdOf(params))
  if (!operator) throw data(null, { status: 404 })
  const { name, role } = operator
  return { name, role, meta: deskMeta(context, deskText(context)('operators.changeOf', { name })) }
}

const Change = z.object({
  role: z.enum(OPERATOR_ROLES, { error: 'required' }),
  reason: Reason,
  decision: z.enum(['save', 'remove'], { error: 'required' }),
})

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await parseForm(request, Change, formPage(context))
  if (!form.ok) return form.reply
  const id = publicIdOf(params)
  const { role, reason, decision } = form.value
  const { operator } = apiOf(context)
  try {
    const { waits } =
      decision === 'remove'
        ? await operator.removeOperator({ id, reason })
        : await operator.changeOperator({ id, role, reason })
    return goOn(context, PATH, deskText(context)(waits ? 'operators.waits' : 'operators.done'))
  } catch (error) {
    return refused(error, form)
  }
}

export default function OperatorPage({ loaderData: { name, role }, actionData }: Route.ComponentProps) {
  const t = useText('operator')
  const { language } = useLanguage()
  const form = useReply('operator', { reply: actionData?.form, initial: { role } })
  return (
    <>
      <DeskHead title={t('operators.changeOf', { name })} text={t('operators.text')} />
      <PostForm {...form.props} className="card stack">
        <p>{t('operators.effect')}</p>
        <ErrorSummary id="operator-errors" entries={form.summary({ role: t('operators.role'), reason: t('reason') })} />
        <RoleField form={form} />
        <ReasonField form={form} />
        <div className="row">
          <SubmitButton name="decision" value="save">
            {t('operators.save')}
          </SubmitButton>
          <SubmitButton name="decision" value="remove" className="btn btn-bad">
            {t('operators.remove')}
          </SubmitButton>
          <a className="btn" href={pathIn(language, PATH)}>
            {t('back')}
          </a>
        </div>
      </PostForm>
    </>
  )
}

import { z } from 'zod'
import { Reason } from '#app/contract/operator/people.ts'
import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { TextArea } from '#app/ui/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { requireFreshFactor } from '#app/web/session/fresh-factor.server.ts'
import type { Route } from './+types/remove-factor'
import { deskMeta, deskText, goOn } from './operator-page.server.ts'

export const handle: PageHandle = { query: [] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  const { id, fullname, phone } = await apiOf(context).operator.person({ id: params.id })
  return { id, name: fullname ?? phone, meta: deskMeta(context, deskText(context)('factor.remove')) }
}

const Removal = z.object({ reason: Reason })

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await parseForm(request, Removal, formPage(context))
  if (!form.ok) return form.reply
  try {
    await apiOf(context).operator.removeFactor({ id: params.id, ...form.value })
  } catch (error) {
    return refused(error, form)
  }
  return goOn(context, `/operator/people/${params.id}`, deskText(context)('factor.done'))
}

export default function RemoveFactor({ loaderData: { id, name }, actionData }: Route.ComponentProps) {
  const t = useText('operator')
  const { language } = useLanguage()
  const form = useReply('factor', { reply: actionData?.form })
  return (
    <>
      <DeskHead title={t('factor.title', { name })} />
      <PostForm {...form.props} className="card stack">
        <p>{t('factor.text')}</p>
        <ErrorSummary id="factor-errors" entries={form.summary({ reason: t('reason') })} />
        <TextArea
          {...form.field('reason')}
          label={t('reason')}
          hint={t('reasonHint')}
          required
          maxLength={500}
          rows={3}
        />
        <div className="row">
          <SubmitButton className="btn btn-bad">{t('factor.remove')}</SubmitButton>
          <a className="btn" href={pathIn(language, `/operator/people/${id}`)}>
            {t('back')}
          </a>
        </div>
      </PostForm>
    </>
  )
}

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
import type { Route } from './+types/ban'
import { deskMeta, deskText, goOn } from './operator-page.server.ts'

export const handle: PageHandle = { query: [] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, fullname, phone, banned_at } = await apiOf(context).operator.person({ id: params.id })
  const name = fullname ?? phone
  const isBanned = banned_at !== null
  return { id, name, isBanned, meta: deskMeta(context, deskText(context)(isBanned ? 'ban.end' : 'ban.do')) }
}

const Ban = z.object({ reason: Reason, decision: z.enum(['ban', 'end'], { error: 'required' }) })

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await parseForm(request, Ban, formPage(context))
  if (!form.ok) return form.reply
  const banned = form.value.decision === 'ban'
  try {
    await apiOf(context).operator.ban({ id: params.id, banned, reason: form.value.reason })
  } catch (error) {
    return refused(error, form)
  }
  return goOn(context, `/operator/people/${params.id}`, deskText(context)(banned ? 'ban.done' : 'ban.ended'))
}

export default function BanPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, isBanned } = loaderData
  const t = useText('operator')
  const { language } = useLanguage()
  const form = useReply('ban', { reply: actionData?.form })
  return (
    <>
      <DeskHead title={t(isBanned ? 'ban.endTitle' : 'ban.title', { name })} />
      <PostForm {...form.props} className="card stack">
        <p>{t(isBanned ? 'ban.endText' : 'ban.text')}</p>
        <ErrorSummary id="ban-errors" entries={form.summary({ reason: t('reason') })} />
        <TextArea
          {...form.field('reason')}
          label={t('reason')}
          hint={t('reasonHint')}
          required
          maxLength={500}
          rows={3}
        />
        <div className="row">
          <SubmitButton
            name="decision"
            value={isBanned ? 'end' : 'ban'}
            className={isBanned ? 'btn btn-go' : 'btn btn-bad'}
          >
            {t(isBanned ? 'ban.end' : 'ban.do')}
          </SubmitButton>
          <a className="btn" href={pathIn(language, `/operator/people/${id}`)}>
            {t('back')}
          </a>
        </div>
      </PostForm>
    </>
  )
}

import { z } from 'zod'
import { Reason } from '#app/contract/operator/people.ts'
import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { formatNumber } from '#app/i18n/numerals.ts'
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
import type { Route } from './+types/suspend'
import { deskMeta, deskText, goOn } from './operator-page.server.ts'

export const handle: PageHandle = { query: [] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, name, suspended_at, open_reservations } = await apiOf(context).operator.company({ id: idOf(params) })
  const isSuspended = suspended_at !== null
  const title = deskText(context)(isSuspended ? 'suspend.end' : 'suspend.do')
  return { id, name, isSuspended, open: open_reservations, meta: deskMeta(context, title) }
}

/** What is no number is no company: the call answers 404. */
function idOf({ id }: { id: string }): number {
  return /^\d{1,9}$/.test(id) ? Number(id) : 2_147_483_647
}

const Suspension = z.object({ reason: Reason, decision: z.enum(['suspend', 'end'], { error: 'required' }) })

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await parseForm(request, Suspension, formPage(context))
  if (!form.ok) return form.reply
  const id = idOf(params)
  const suspended = form.value.decision === 'suspend'
  try {
    await apiOf(context).operator.changeCompany({ id, suspended, reason: form.value.reason })
  } catch (error) {
    return refused(error, form)
  }
  return goOn(context, `/operator/companies/${id}`, deskText(context)(suspended ? 'suspend.done' : 'suspend.ended'))
}

export default function SuspendPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, isSuspended, open } = loaderData
  const t = useText('operator')
  const { language } = useLanguage()
  const form = useReply('suspend', { reply: actionData?.form })
  return (
    <>
      <DeskHead title={t(isSuspended ? 'suspend.endTitle' : 'suspend.title', { name })} />
      <PostForm {...form.props} className="card stack">
        <p>
          {isSuspended ? t('suspend.endText') : t('suspend.text', { n: open, shown: formatNumber(open, language) })}
        </p>
        <ErrorSummary id="suspend-errors" entries={form.summary({ reason: t('reason') })} />
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
            value={isSuspended ? 'end' : 'suspend'}
            className={isSuspended ? 'btn btn-go' : 'btn btn-bad'}
          >
            {t(isSuspended ? 'suspend.end' : 'suspend.do')}
          </SubmitButton>
          <a className="btn" href={pathIn(language, `/operator/companies/${id}`)}>
            {t('back')}
          </a>
        </div>
      </PostForm>
    </>
  )
}

import { z } from 'zod'
import { Reason } from '#app/contract/operator/people.ts'
import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { formatNumber } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/suspend'
import { deskMeta, deskText, goOn } from './operator-page.server.ts'
import { ReasonForm } from './reason-form.tsx'
import { rowIdOf } from './row-id.server.ts'

export const handle: PageHandle = { query: [] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, name, suspended_at, open_reservations } = await apiOf(context).operator.company({ id: rowIdOf(params) })
  const isSuspended = suspended_at !== null
  const title = deskText(context)(isSuspended ? 'suspend.end' : 'suspend.do')
  return { id, name, isSuspended, open: open_reservations, meta: deskMeta(context, title) }
}

const Suspension = z.object({ reason: Reason, decision: z.enum(['suspend', 'end'], { error: 'required' }) })

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await parseForm(request, Suspension, formPage(context))
  if (!form.ok) return form.reply
  const id = rowIdOf(params)
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
  return (
    <>
      <DeskHead title={t(isSuspended ? 'suspend.endTitle' : 'suspend.title', { name })} />
      <ReasonForm
        id="suspend"
        reply={actionData?.form}
        text={isSuspended ? t('suspend.endText') : t('suspend.text', { n: open, shown: formatNumber(open, language) })}
        decision={isSuspended ? 'end' : 'suspend'}
        submit={t(isSuspended ? 'suspend.end' : 'suspend.do')}
        isBad={!isSuspended}
        back={`/operator/companies/${id}`}
      />
    </>
  )
}

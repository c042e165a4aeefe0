import { z } from 'zod'
import { Reason } from '#app/contract/operator/people.ts'
import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { useText } from '#app/i18n/text.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { requireFreshFactor } from '#app/web/session/fresh-factor.server.ts'
import type { Route } from './+types/ban'
import { deskMeta, deskText, goOn } from './operator-page.server.ts'
import { ReasonForm } from './reason-form.tsx'
import { publicIdOf } from './row-id.server.ts'

export const handle: PageHandle = { query: [] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  const { id, fullname, phone, banned_at } = await apiOf(context).operator.person({ id: publicIdOf(params) })
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
  return (
    <>
      <DeskHead title={t(isBanned ? 'ban.endTitle' : 'ban.title', { name })} />
      <ReasonForm
        id="ban"
        reply={actionData?.form}
        text={t(isBanned ? 'ban.endText' : 'ban.text')}
        decision={isBanned ? 'end' : 'ban'}
        submit={t(isBanned ? 'ban.end' : 'ban.do')}
        isBad={!isBanned}
        back={`/operator/people/${id}`}
      />
    </>
  )
}

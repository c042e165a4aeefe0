import { z } from 'zod'
import { Reason } from '#app/contract/operator/people.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { requireFreshFactor } from '#app/web/session/fresh-factor.server.ts'
import { deskText } from '../operator-page.server.ts'
import { ReasonForm } from '../reason-form.tsx'
import { publicIdOf } from '../row-id.server.ts'
import type { Route } from './+types/ban'

export const handle: PageHandle = { query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  const { id, fullname, phone, banned_at } = await apiOf(context).operator.people.read({ id: publicIdOf(params) })
  const name = fullname ?? phone
  const isBanned = banned_at !== null
  return { id, name, isBanned, meta: { title: deskText(context)(isBanned ? 'ban.end' : 'ban.do') } }
}

const Ban = z.object({ reason: Reason, decision: z.enum(['ban', 'end'], { error: 'required' }) })

export function action({ context, params, request }: Route.ActionArgs) {
  return answerForm({ context, request }, Ban, async ({ decision, reason }) => {
    const banned = decision === 'ban'
    await apiOf(context).operator.people.ban({ id: params.id, banned, reason })
    return { to: `/operator/people/${params.id}`, said: deskText(context)(banned ? 'ban.done' : 'ban.ended') }
  })
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
        choices={[isBanned ? { value: 'end', label: t('ban.end') } : { value: 'ban', label: t('ban.do'), isBad: true }]}
        back={`/operator/people/${id}`}
      />
    </>
  )
}

import { ReasonGiven } from '#app/contract/operator/people.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { requireFreshFactor } from '#app/web/session/fresh-factor.server.ts'
import { deskText } from '../operator-page.server.ts'
import { ReasonForm } from '../reason-form.tsx'
import { publicIdOf } from '../row-id.server.ts'
import type { Route } from './+types/remove-factor'

export const handle: PageHandle = { title: 'operator/factor.remove', query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  const { id, fullname, phone } = await apiOf(context).operator.people.read({ id: publicIdOf(params) })
  return { id, name: fullname ?? phone }
}

export function action({ context, params, request }: Route.ActionArgs) {
  return answerForm({ context, request }, ReasonGiven, async ({ reason }) => {
    const { waits } = await apiOf(context).operator.people.removeFactor({ id: params.id, reason })
    return { to: `/operator/people/${params.id}`, said: deskText(context)(waits ? 'factor.waits' : 'factor.done') }
  })
}

export default function RemoveFactor({ loaderData: { id, name }, actionData }: Route.ComponentProps) {
  const t = useText('operator')
  return (
    <>
      <DeskHead title={t('factor.title', { name })} />
      <ReasonForm
        id="factor"
        reply={actionData?.form}
        text={t('factor.text')}
        choices={[{ label: t('factor.remove'), isBad: true }]}
        back={`/operator/people/${id}`}
      />
    </>
  )
}

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
import type { Route } from './+types/remove-factor'
import { deskMeta, deskText, goOn } from './operator-page.server.ts'
import { ReasonForm } from './reason-form.tsx'
import { publicIdOf } from './row-id.server.ts'

export const handle: PageHandle = { query: [] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  const { id, fullname, phone } = await apiOf(context).operator.person({ id: publicIdOf(params) })
  return { id, name: fullname ?? phone, meta: deskMeta(context, deskText(context)('factor.remove')) }
}

const Removal = z.object({ reason: Reason })

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await parseForm(request, Removal, formPage(context))
  if (!form.ok) return form.reply
  try {
    const { waits } = await apiOf(context).operator.removeFactor({ id: params.id, ...form.value })
    const said = deskText(context)(waits ? 'factor.waits' : 'factor.done')
    return goOn(context, `/operator/people/${params.id}`, said)
  } catch (error) {
    return refused(error, form)
  }
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
        submit={t('factor.remove')}
        isBad
        back={`/operator/people/${id}`}
      />
    </>
  )
}

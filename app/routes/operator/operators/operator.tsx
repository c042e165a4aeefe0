import { data } from 'react-router'
import { z } from 'zod'
import { OperatorChange } from '#app/contract/operator/operators.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { requireFreshFactor } from '#app/web/session/fresh-factor.server.ts'
import { deskText } from '../operator-page.server.ts'
import { ReasonForm } from '../reason-form.tsx'
import { publicIdOf } from '../row-id.server.ts'
import type { Route } from './+types/operator'
import { RoleField } from './role-field.tsx'

const PATH = '/operator/operators'

export const handle: PageHandle = { query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  const { results } = await apiOf(context).operator.operators.list()
  const operator = results.find(({ id }) => id === publicIdOf(params))
  if (!operator) throw data(null, { status: 404 })
  const { name, role } = operator
  return { name, role, meta: { title: deskText(context)('operators.changeOf', { name }) } }
}

const Change = OperatorChange.extend({ decision: z.enum(['save', 'remove'], { error: 'required' }) })

export function action({ context, params, request }: Route.ActionArgs) {
  return answerForm({ context, request }, Change, async ({ role, reason, decision }) => {
    const id = publicIdOf(params)
    const { operator } = apiOf(context)
    const { waits } =
      decision === 'remove'
        ? await operator.operators.remove({ id, reason })
        : await operator.operators.change({ id, role, reason })
    return { to: PATH, said: deskText(context)(waits ? 'operators.waits' : 'operators.done') }
  })
}

export default function OperatorPage({ loaderData: { name, role }, actionData }: Route.ComponentProps) {
  const t = useText('operator')
  return (
    <>
      <DeskHead title={t('operators.changeOf', { name })} text={t('operators.text')} />
      <ReasonForm
        id="operator"
        reply={actionData?.form}
        initial={{ role }}
        labels={{ role: t('operators.role') }}
        text={t('operators.effect')}
        choices={[
          { value: 'save', label: t('operators.save') },
          { value: 'remove', label: t('operators.remove'), isBad: true },
        ]}
        back={PATH}
      >
        {(form) => <RoleField form={form} />}
      </ReasonForm>
    </>
  )
}

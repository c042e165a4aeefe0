import { z } from 'zod'
import { Reason } from '#app/contract/operator/people.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { deskText } from '../operator-page.server.ts'
import { ReasonForm } from '../reason-form.tsx'
import { rowIdOf } from '../row-id.server.ts'
import type { Route } from './+types/suspend'

export const handle: PageHandle = { query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, name, suspended_at, open_reservations } = await apiOf(context).operator.companies.read({
    id: rowIdOf(params),
  })
  const isSuspended = suspended_at !== null
  const title = deskText(context)(isSuspended ? 'suspend.end' : 'suspend.do')
  return { id, name, isSuspended, open: open_reservations, meta: { title } }
}

const Suspension = z.object({ reason: Reason, decision: z.enum(['suspend', 'end'], { error: 'required' }) })

export function action({ context, params, request }: Route.ActionArgs) {
  return answerForm({ context, request }, Suspension, async ({ decision, reason }) => {
    const id = rowIdOf(params)
    const suspended = decision === 'suspend'
    await apiOf(context).operator.companies.change({ id, suspended, reason })
    const said = deskText(context)(suspended ? 'suspend.done' : 'suspend.ended')
    return { to: `/operator/companies/${id}`, said }
  })
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
        choices={[
          isSuspended
            ? { value: 'end', label: t('suspend.end') }
            : { value: 'suspend', label: t('suspend.do'), isBad: true },
        ]}
        back={`/operator/companies/${id}`}
      />
    </>
  )
}

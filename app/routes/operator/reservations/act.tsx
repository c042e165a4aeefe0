import type { RouterContextProvider } from 'react-router'
import { ReasonGiven } from '#app/contract/operator/people.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { notFound, orGone } from '#app/web/page/answers.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { ReasonForm } from '../reason-form.tsx'
import type { Route } from './+types/act'
import { Gone } from './gone.tsx'
import { managedReservation, wordsOf } from './managed.server.ts'

export const handle: PageHandle = { areas: ['managed', 'voucher'], query: [] }

/** The actions that this page decides. The others need more fields than a reason and have their own pages. */
const PLAIN = ['confirm', 'reject', 'no-show', 'send-again'] as const
type Plain = (typeof PLAIN)[number]

export async function loader({ context, params }: Route.LoaderArgs) {
  const doing = plainOf(params.action)
  const { id, number, status, fullname, company, paid, currency, actions } = await managedReservation(context, params)
  const words = wordsOf(context, { number })
  const title = words.t(`act.${doing}.title`, { number: words.number, company: company.name })
  const isPossible = actions.includes(doing)
  return orGone({ meta: { title }, title, id, doing, status, fullname, paid, currency, isPossible }, isPossible)
}

export function action({ context, params, request }: Route.ActionArgs) {
  const doing = plainOf(params.action)
  return answerForm({ context, request }, ReasonGiven, async ({ reason }) => {
    const one = await managedReservation(context, params)
    const { t } = wordsOf(context, one)
    const done = await perform(context, { id: one.id, doing, reason })
    return { to: `/operator/reservations/${one.id}`, said: t(done) }
  })
}

export default function Act({ loaderData, actionData }: Route.ComponentProps) {
  const { title, id, doing, status, fullname, paid, currency, isPossible } = loaderData
  const t = useText('managed')
  const { language } = useLanguage()
  const back = `/operator/reservations/${id}`
  return (
    <>
      <DeskHead title={title} />
      {isPossible ? (
        <ReasonForm
          id="act"
          reply={actionData?.form}
          text={t.loose(`act.${doing}.text`, { name: fullname, paid: formatMoney(paid, currency, language) })}
          choices={[{ label: t(`act.${doing}.do`), isBad: doing === 'reject' || doing === 'no-show' }]}
          back={back}
        />
      ) : (
        <Gone status={status} back={back} />
      )}
    </>
  )
}

/** Does the action; returns the key of the message that says so. */
async function perform(
  context: Readonly<RouterContextProvider>,
  { id, doing, reason }: { id: string; doing: Plain; reason: string },
) {
  const { operator, company } = apiOf(context)
  if (doing === 'send-again') {
    const { sent } = await operator.reservations.sendAgain({ id, reason })
    return sent ? ('act.send-again.done' as const) : ('act.send-again.held' as const)
  }
  const action = doing === 'no-show' ? 'no_show' : doing
  await company.reservations.changeReserve({ id, action, reason })
  return `act.${doing}.done` as const
}

function plainOf(given: string): Plain {
  const found = PLAIN.find((action) => action === given)
  if (!found) throw notFound()
  return found
}

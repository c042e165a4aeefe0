import { z } from 'zod'
import { Reason } from '#app/contract/operator/people.ts'
import { Instant } from '#app/contract/shapes/shapes.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { requireFreshFactor } from '#app/web/session/fresh-factor.server.ts'
import { ReasonForm } from '../reason-form.tsx'
import { rowIdOf } from '../row-id.server.ts'
import type { Route } from './+types/company-account'

export const handle: PageHandle = { areas: ['payouts'], query: [] }

/**
 * A bank account that waits for an operator to confirm its holder, of a company that is owed money. Throws a 404 for
 * any other.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  const id = rowIdOf(params)
  const { due } = await apiOf(context).operator.payouts.list({})
  const found = due.find(({ company, account }) => company.id === id && account === 'HOLDER_WAITS')
  if (!found?.holder || !found.iban || !found.bank_changed_at) throw notFound()
  const { company, legal_name, holder, iban, bank_changed_at } = found
  const title = textFor(context.get(siteContext).language, 'payouts')('holderCheck.title', { company: company.name })
  const account = { holder, iban, changed_at: bank_changed_at, legal: legal_name ?? company.name }
  return { title, account, meta: { title } }
}

/** `decision` identifies the account that the operator looked at, by the moment at which it was entered. */
const Confirmation = z.object({ reason: Reason, decision: Instant })

export function action({ context, params, request }: Route.ActionArgs) {
  return answerForm({ context, request }, Confirmation, async ({ reason, decision }) => {
    await apiOf(context).operator.payouts.confirmHolder({ id: rowIdOf(params), changed_at: decision, reason })
    const said = textFor(context.get(siteContext).language, 'payouts')('holderCheck.done')
    return { to: '/operator/payouts', said }
  })
}

export default function CompanyAccount({ loaderData: { title, account }, actionData }: Route.ComponentProps) {
  const t = useText('payouts')
  const { holder, iban, changed_at, legal } = account
  return (
    <>
      <DeskHead title={title} />
      <ReasonForm
        id="holder"
        reply={actionData?.form}
        text={t('holderCheck.text', { holder, iban, legal })}
        choices={[{ value: changed_at, label: t('holderCheck.confirm') }]}
        back="/operator/payouts"
      />
    </>
  )
}

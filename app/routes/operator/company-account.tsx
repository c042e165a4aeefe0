import { z } from 'zod'
import { Reason } from '#app/contract/operator/people.ts'
import { Instant } from '#app/contract/shapes.ts'
import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { requireFreshFactor } from '#app/web/session/fresh-factor.server.ts'
import type { Route } from './+types/company-account'
import { deskMeta, goOn } from './operator-page.server.ts'
import { ReasonForm } from './reason-form.tsx'
import { rowIdOf } from './row-id.server.ts'

export const handle: PageHandle = { areas: ['payouts'], query: [] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

/** The account of a company that is owed something, while nobody has confirmed its holder; else there is nothing to decide. */
export async function loader({ context, params }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  const id = rowIdOf(params)
  const { due } = await apiOf(context).operator.payouts({})
  const found = due.find(({ company, account }) => company.id === id && account === 'HOLDER_WAITS')
  if (!found?.holder || !found.iban || !found.bank_changed_at) throw notFound()
  const { company, legal_name, holder, iban, bank_changed_at } = found
  const title = textFor(context.get(siteContext).language, 'payouts')('holderCheck.title', { company: company.name })
  const account = { holder, iban, changed_at: bank_changed_at, legal: legal_name ?? company.name }
  return { title, account, meta: deskMeta(context, title) }
}

/** `decision` is the account that was looked at, by the moment at which it was entered. */
const Confirmation = z.object({ reason: Reason, decision: Instant })

export async function action({ context, params, request }: Route.ActionArgs) {
  const id = rowIdOf(params)
  const form = await parseForm(request, Confirmation, formPage(context))
  if (!form.ok) return form.reply
  const { reason, decision } = form.value
  try {
    await apiOf(context).operator.confirmHolder({ id, changed_at: decision, reason })
  } catch (error) {
    return refused(error, form)
  }
  const t = textFor(context.get(siteContext).language, 'payouts')
  return goOn(context, '/operator/payouts', t('holderCheck.done'))
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
        decision={changed_at}
        submit={t('holderCheck.confirm')}
        back="/operator/payouts"
      />
    </>
  )
}

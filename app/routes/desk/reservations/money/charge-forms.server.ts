import type { RouterContextProvider } from 'react-router'
import { DisputeFields } from '#app/contract/company/proposal.ts'
import { DepositBackFields, SettlementFields } from '#app/contract/company/protocols.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'

/** What any of these forms may send. */
const Asked = SettlementFields.omit({ by: true }).partial({ proposal: true }).extend(DepositBackFields.shape)

/** Does what a form about charges and the deposit asks for, and comes back to the reservation. */
export async function answerChargeForm(context: Readonly<RouterContextProvider>, id: string, fields: FormData) {
  const { company } = apiOf(context)
  const t = textFor(context.get(siteContext).language, 'protocol')
  const done = (said: string) => ({ to: `/desk/reservations/${id}`, said })
  const intent = fields.get('intent')
  if (intent === 'answer' || intent === 'escalate')
    return answerForm({ context, request: fields }, DisputeFields, async (said) => {
      await company.disputes[intent]({ id, ...said })
      return done(t(`statement.${intent}.done`))
    })
  return answerForm({ context, request: fields }, Asked, async ({ proposal = '', way, reference, amount }) => {
    switch (intent) {
      case 'settle':
        await company.protocols.settleProposal({ id, proposal, by: 'DESK', way, reference })
        return done(t('desk.settled'))
      case 'settle-deposit':
        await company.protocols.settleProposal({ id, proposal, by: 'DEPOSIT' })
        return done(t('desk.settled'))
      case 'send':
        await company.protocols.sendProposal({ id, proposal, amount })
        return done(t('hand.done'))
      case 'delete':
        await company.protocols.withdrawProposal({ id, proposal })
        return done(t('hand.dropped'))
      case 'withdraw':
        await company.protocols.withdrawProposal({ id, proposal })
        return done(t('desk.withdrawn'))
      default:
        await company.protocols.giveDepositBack({ id, amount })
        return done(t('desk.givenBack'))
    }
  })
}

import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { DESK_WAYS } from '#app/rules/reservation/protocol.ts'
import { apiOf } from '#app/web/api.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import { goOn } from '#app/web/page/go-on.server.ts'

const Asked = z.object({
  proposal: PublicId.optional(),
  amount: z.coerce.number().int().optional(),
  way: z.enum(DESK_WAYS, { error: 'required' }).optional(),
  reference: z.string().trim().max(40, 'max_length').optional(),
})

/** Does what a form about charges and the deposit asks for, and comes back to the reservation. */
export async function answerChargeForm(context: Readonly<RouterContextProvider>, id: string, fields: FormData) {
  const { company } = apiOf(context)
  const t = textFor(context.get(siteContext).language, 'protocol')
  const form = await parseForm(fields, Asked, formPage(context))
  if (!form.ok) return form.reply
  const { proposal = '', way, reference, amount = 0 } = form.value
  const back = (said: string) => goOn(context, `/desk/reservations/${id}`, said)
  try {
    switch (fields.get('intent')) {
      case 'settle':
        await company.protocols.settleProposal({ id, proposal, by: 'DESK', way, reference })
        return back(t('desk.settled'))
      case 'settle-deposit':
        await company.protocols.settleProposal({ id, proposal, by: 'DEPOSIT' })
        return back(t('desk.settled'))
      case 'withdraw':
        await company.protocols.withdrawProposal({ id, proposal })
        return back(t('desk.withdrawn'))
      default:
        await company.protocols.giveDepositBack({ id, amount })
        return back(t('desk.givenBack'))
    }
  } catch (error) {
    return refused(error, form)
  }
}

import { z } from 'zod'
import { deskStaff, forCompany } from '#app/contract/call/base.ts'
import { CompanyId, DeskLine, Plate } from '#app/contract/company/shapes.ts'
import { CurrencyCode, Instant, IsoDate, listOf, Money, PublicId } from '#app/contract/shapes/shapes.ts'
import { RISK_KINDS } from '#app/rules/reservation/risk.ts'

/** A vehicle of the company that a reservation could get instead. */
const Instead = z.object({ id: z.int(), title: z.string(), plate: Plate })

const Risk = z.object({
  kind: z.enum(RISK_KINDS),
  reservation: DeskLine,
  /** LATE and EXTENSION: who has the vehicle until then; the phone is empty where the company may not see it. */
  holder: z
    .object({ id: PublicId, fullname: z.string(), phone: z.string(), end_at: Instant, wanted: Instant.nullable() })
    .nullable(),
  /** LATE and EXTENSION: when the vehicle has to be back, with its gap before the pick-up. */
  needed_by: Instant.nullable(),
  /** PAPER: which one ends, and its last day. */
  paper: z.object({ kind: z.enum(['INSURANCE', 'INSPECTION']), until: IsoDate }).nullable(),
  /** BLOCK: the entry of another calendar that is in its way. */
  block: z.object({ start_at: Instant, end_at: Instant, note: z.string().nullable() }).nullable(),
  /** The nearest vehicle of the same model that is free then, and how many there are. */
  same: Instead.nullable(),
  same_count: z.int(),
  /** The one of a better class that gives the least away, and what the company does not charge for it. */
  better: Instead.extend({ cost: Money, currency: CurrencyCode }).nullable(),
  /** What the customer gets back if the company cancels. */
  refund: Money,
})

export const risks = {
  atRisk: forCompany(deskStaff)
    .route({
      method: 'GET',
      path: '/desk/at_risk/',
      summary:
        'Rentals that a late return, an ending paper, a block or a request for more time puts at risk, the soonest first, with the ways out (ours)',
      tags: ['company'],
    })
    .input(z.object({ company: CompanyId }))
    .output(listOf(Risk)),
}

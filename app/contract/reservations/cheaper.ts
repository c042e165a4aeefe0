import { z } from 'zod'
import { about, locking, notifying, ownedBy } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { CurrencyCode, Instant, Money, PublicId, TrustType, Whole } from '#app/contract/shapes/shapes.ts'

const { NOT_CHANGEABLE, PRICE_CHANGED, VEHICLE_TAKEN } = ERRORS

/** A cheaper vehicle of the same class for the same days; amounts in the reservation's currency. */
const CheaperOffer = z.object({
  ad: z.object({ id: z.int(), category: z.int(), title: z.string(), year: z.int(), picture: z.string() }),
  company: z.object({ id: z.int(), name: z.string() }),
  /** Where it is picked up: a place, or the customer's own address. */
  place: z.string(),
  zone: z.string(),
  currency: CurrencyCode,
  total: Money,
  payable_now: Money,
  due_at_desk: Money,
  trust_type: TrustType,
  guarantee_amount: Money,
  free_until: Instant,
  /** What the present reservation costs, and how much less this one does. */
  before: Money,
  saving: Money,
  /** What is left of the payment, and goes to the wallet. */
  to_wallet: Money,
})

const own = about(ownedBy('CUSTOMER'), 'reservation')
const answering = locking(ownedBy('CUSTOMER'), 'reservation')
const switching = about(ownedBy('CUSTOMER'), 'reservation').errors({ NOT_CHANGEABLE, PRICE_CHANGED, VEHICLE_TAKEN })
const id = z.object({ id: PublicId })

/** The one cheaper offer of a paid reservation that can still be cancelled free of charge. */
export const cheaper = {
  read: own
    .route({
      method: 'GET',
      path: '/business/rent/ad/reserve/{id}/cheaper/',
      summary: 'The cheaper offer for one’s own reservation, at its present price; null if there is none (ours)',
      tags: ['reservations'],
    })
    .input(id)
    .output(CheaperOffer.nullable()),
  switch: switching
    .meta(notifying(switching, 100))
    .route({
      method: 'POST',
      path: '/business/rent/ad/reserve/{id}/cheaper/switch/',
      summary:
        'Cancel a reservation free of charge, and book the cheaper vehicle with what was paid, both or neither (ours)',
      tags: ['reservations'],
    })
    .input(z.strictObject({ id: PublicId, shown_total: Whole }))
    .output(z.object({ id: PublicId, number: z.string(), to_wallet: Money, currency: CurrencyCode })),
  keep: answering
    .route({
      method: 'POST',
      path: '/business/rent/ad/reserve/{id}/cheaper/keep/',
      summary: 'Keep the reservation: no cheaper offer is shown for it any more (ours)',
      tags: ['reservations'],
    })
    .input(id)
    .output(z.object({ id: PublicId })),
}

import { z } from 'zod'
import { forCompany, owners } from '#app/contract/call/base.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { CurrencyCode, Money } from '#app/contract/shapes/shapes.ts'
import { empty, grouped } from '#app/contract/shapes/text.ts'
import { MOST_TIER_DISCOUNT } from '#app/rules/money/tier-discounts.ts'

/** A whole number as people type it: in any digits, with thousands separators and a percent sign. */
const Percent = z.preprocess(
  (value) => {
    const plain = typeof value === 'string' ? grouped(value.replace(/[%٪\s]/g, '')) : value
    return typeof plain === 'string' && /^-?\d{1,15}$/.test(plain) ? Number(plain) : empty(plain)
  },
  z
    .int({ error: ({ input }) => (input === undefined ? 'required' : 'number') })
    .min(0, 'min')
    .max(MOST_TIER_DISCOUNT, 'max'),
)

/** By what percentage a day is cheaper from three, seven, fourteen and thirty days on. */
export const TierDiscountFields = z.object({ p3: Percent, p7: Percent, p14: Percent, p30: Percent })

const Tiers = z.object({ p1: Money, p3: Money, p7: Money, p14: Money, p30: Money })

export const tiers = {
  previewTiers: forCompany(owners)
    .route({
      method: 'GET',
      path: '/desk/tiers/',
      summary: 'What discounts by length would make of the day prices of all vehicles (ours)',
      tags: ['company'],
    })
    .input(TierDiscountFields.extend({ company: CompanyId }))
    .output(
      z.object({
        currency: CurrencyCode,
        /** Vehicles whose prices would change, and the first of them. */
        count: z.int(),
        first: z.array(z.object({ id: z.int(), title: z.string(), before: Tiers, after: Tiers })),
      }),
    ),
  applyTiers: forCompany(owners)
    .route({
      method: 'POST',
      path: '/desk/tiers/',
      summary: 'Set the day prices of all vehicles by discounts by length; reservations keep theirs (ours)',
      tags: ['company'],
    })
    .input(TierDiscountFields.extend({ company: CompanyId }).strict())
    .output(z.object({ changed: z.int() })),
}

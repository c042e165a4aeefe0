import { z } from 'zod'
import { moneyOperators, operatorsOf } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { numeric } from '#app/contract/shapes/number.ts'
import { Instant, Money } from '#app/contract/shapes/shapes.ts'
import { empty, latin, optionalText } from '#app/contract/shapes/text.ts'

const { APPROVAL_WAITS } = ERRORS

const amount = (min: number, max: number) =>
  z.preprocess(
    (value) => empty(latin(value)),
    numeric({ error: 'number' }).int('number').min(min, 'min').max(max, 'max').optional(),
  )

const Config = z.object({
  /** Toman for one euro. */
  euro_rate: z.int(),
  euro_rate_set_at: Instant,
  /**
   * Above these amounts, for one action and for a day of an operator or a receiver, a second operator approves
   * movements of money.
   */
  approval_irt: Money,
  approval_eur: Money,
  /** A change waits for a second operator. */
  waits: z.boolean(),
})

export const config = {
  read: operatorsOf('MONEY')
    .route({
      method: 'GET',
      path: '/admin/config/',
      summary: 'What operators set for the whole marketplace (ours)',
      tags: ['operator'],
    })
    .output(Config),
  change: moneyOperators
    .errors({ APPROVAL_WAITS })
    .route({
      method: 'POST',
      path: '/admin/config/',
      summary:
        'What operators set for the whole marketplace, once a second one approves; what is left out stays as it is, so an empty body reads it',
      tags: ['operator'],
    })
    .input(
      z
        .object({
          euro_rate: amount(1000, 10_000_000),
          approval_irt: amount(0, 1_000_000_000),
          approval_eur: amount(0, 100_000_000),
          reason: optionalText(500),
        })
        .default({}),
    )
    .output(Config),
}

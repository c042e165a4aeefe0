import { z } from 'zod'
import { isEmail } from '#app/rules/identity/email.ts'
import { ALERT_BOUNDS, ALERT_GOALS, ALERT_STATUSES, ALERT_WAYS } from '#app/rules/search/price-alert.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'
import { AdFilters } from './ads.ts'
import { about, anybody, limited, maybeSignedIn, ownedBy, signedIn } from './call/base.ts'
import { ERRORS } from './call/errors.ts'
import { CurrencyCode, CurrencyId, Instant, IsoDate, listOf, Money, PublicId, Whole } from './shapes/shapes.ts'
import { empty, requiredText, Text, withoutEmpty } from './shapes/text.ts'

const { TOO_MANY_ALERTS } = ERRORS

/** When somebody is notified of a search's price, and how. */
export const AlertChoice = z.object({
  goal: z.enum(ALERT_GOALS, 'choice').default('ANY'),
  by: z.enum(ALERT_WAYS, 'choice').default('EMAIL'),
  /** Needed without an account, or with one that has no address. */
  email: z.preprocess(empty, Text.max(254, 'max_length').refine(isEmail, 'email').optional()),
})

/** The token in an e-mail's link, which nobody else can generate. */
const Token = z.object({ token: requiredText(100) })

const Alert = z.object({
  id: PublicId,
  kind: z.enum(['car', 'motor']),
  city: z.string(),
  start_date: IsoDate,
  end_date: IsoDate,
  /** The address of its results, without a language. */
  path: z.string(),
  currency: CurrencyCode,
  /** Totals in the minor unit: of the cheapest offer when it was asked for, the highest wanted one, and the one that was found. */
  seen: Money,
  most: Money,
  found: Money.nullable(),
  by: z.enum(ALERT_WAYS),
  /** Where it goes, hidden except for its ends; null where the account decides. */
  email: z.string().nullable(),
  status: z.enum(ALERT_STATUSES),
  ends_at: Instant,
})

export const alerts = {
  create: maybeSignedIn
    .meta(limited(maybeSignedIn, { bucket: 'price alert', most: ALERT_BOUNDS.perHour, seconds: HOUR_SECONDS }))
    .errors({ TOO_MANY_ALERTS })
    .route({
      method: 'POST',
      path: '/business/rent/alerts/',
      summary:
        'Get one message when a search becomes cheaper; an address not the account’s gets a link to confirm, with the same answer (ours)',
      tags: ['ads'],
      successStatus: 201,
    })
    .input(
      AlertChoice.extend({
        /** For the goal AMOUNT: the highest total, in the minor unit. */
        amount: Whole.pipe(Money.min(1, 'positive')).optional(),
        currency: CurrencyId,
        search: withoutEmpty(AdFilters),
      }),
    )
    .output(z.object({ state: z.enum(['OPEN', 'ASKED']) })),
  confirm: anybody
    .route({
      method: 'POST',
      path: '/business/rent/alerts/confirm/',
      summary: 'Confirm an alert with the token of its e-mail; 404 where that has ended (ours)',
      tags: ['ads'],
    })
    .input(Token)
    .output(z.object({ confirmed: z.literal(true) })),
  stop: anybody
    .route({
      method: 'POST',
      path: '/business/rent/alerts/stop/',
      summary:
        'End all alerts to an address, with the token of any of their e-mails; repeating it changes nothing (ours)',
      tags: ['ads'],
    })
    .input(Token)
    .output(z.object({ ended: z.literal(true) })),
  list: signedIn
    .route({
      method: 'GET',
      path: '/business/rent/alerts/',
      summary: 'The signed-in person’s price alerts, newest first (ours)',
      tags: ['ads'],
    })
    .output(listOf(Alert)),
  end: about(ownedBy('CUSTOMER'), 'priceAlert')
    .route({
      method: 'PATCH',
      path: '/business/rent/alerts/{id}/',
      summary: 'End one’s price alert; one that is over stays as it ended (ours)',
      tags: ['ads'],
    })
    .input(z.object({ id: PublicId }))
    .output(z.object({ id: PublicId, status: z.enum(ALERT_STATUSES) })),
}

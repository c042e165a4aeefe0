import { z } from 'zod'
import { forCompany, owners } from '#app/contract/call/base.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { numeric } from '#app/contract/shapes/number.ts'
import { CurrencyCode, IsoDate, listOf, Money, PageQuery } from '#app/contract/shapes/shapes.ts'
import { empty, latin } from '#app/contract/shapes/text.ts'
import { JOURNAL_EVENTS, JOURNAL_SIZE_MAX, type JournalEvent } from '#app/rules/money/journal.ts'

const optionalDigits = (pattern: RegExp, error: string) =>
  z.preprocess((value) => empty(latin(value)), z.string().regex(pattern, error).optional())

/** A number of an account: 4 to 8 digits, or 9 for customers and suppliers. */
const Account = optionalDigits(/^\d{4,9}$/, 'account_number')

type Side = 'debit' | 'credit'
/** A field for each side of each event: `debit_SITE_RENT`. */
const AccountFields = z.object(
  Object.fromEntries(
    JOURNAL_EVENTS.flatMap((event) => [
      [`debit_${event}`, Account],
      [`credit_${event}`, Account],
    ]),
  ) as Record<`${Side}_${JournalEvent}`, typeof Account>,
)
export const AccountMapFields = z.object({
  ...AccountFields.shape,
  /** The numbers by which DATEV knows the accountant and the company. */
  consultant: optionalDigits(/^\d{4,7}$/, 'consultant_number'),
  client: optionalDigits(/^\d{1,5}$/, 'client_number'),
})

const AccountMap = z.object({
  /** Whether anything was saved; before that, the accounts are a proposal (SKR03). */
  is_saved: z.boolean(),
  consultant: z.string().nullable(),
  client: z.string().nullable(),
  events: z.array(
    z.object({
      event: z.enum(JOURNAL_EVENTS),
      debit: z.string().nullable(),
      credit: z.string().nullable(),
    }),
  ),
})

const Period = z.object({
  company: CompanyId,
  /** Days in the company's city, both included, at most a year. */
  from: IsoDate,
  to: IsoDate,
  currency: CurrencyCode.optional().catch(undefined),
})

/** Files take many lines at once, because each page is counted anew. */
const JournalSize = numeric().int().min(1).max(JOURNAL_SIZE_MAX).default(20)

const own = forCompany(owners)

/** A company's events as its accountant books them. */
export const accounting = {
  map: own
    .route({
      method: 'GET',
      path: '/desk/accounting/',
      summary: 'Which accounts each event is booked to (ours)',
      tags: ['company'],
    })
    .input(z.object({ company: CompanyId }))
    .output(AccountMap),
  setMap: own
    .route({
      method: 'PUT',
      path: '/desk/accounting/',
      summary: 'Replace the accounts; an event without both is listed and left out of DATEV files (ours)',
      tags: ['company'],
    })
    .input(AccountMapFields.extend({ company: CompanyId }))
    .output(AccountMap),
  journal: own
    .route({
      method: 'GET',
      path: '/desk/accounting/journal/',
      summary: 'The journal of some days, the earliest first, with the accounts of each line (ours)',
      tags: ['company'],
    })
    .input(PageQuery.extend(Period.shape).extend({ size: JournalSize }))
    .output(
      listOf(
        z.object({
          on: IsoDate,
          event: z.enum(JOURNAL_EVENTS),
          /** Negative where it is taken back. */
          amount: Money,
          number: z.string().nullable(),
          /** The business to which the reservation's invoice was made out at the time. */
          recipient: z.string().nullable(),
          /** The numbers of the credit notes of a refund: one for each invoice that it gives money of back. */
          credit_notes: z.array(z.int()),
          debit: z.string().nullable(),
          credit: z.string().nullable(),
        }),
      ).extend({
        currency: CurrencyCode,
        currencies: z.array(CurrencyCode),
        /** How many lines each event has in these days, and their sum. */
        events: z.array(z.object({ event: z.enum(JOURNAL_EVENTS), count: z.int(), amount: Money })),
        /** Lines whose event has no accounts. */
        unmapped: z.int(),
      }),
    ),
}

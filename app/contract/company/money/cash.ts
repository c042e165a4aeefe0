import { z } from 'zod'
import { deskStaff, forCompany } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { numeric } from '#app/contract/shapes/number.ts'
import {
  CurrencyCode,
  Instant,
  IsoDate,
  listOf,
  Money,
  PageQuery,
  PublicId,
  RowId,
} from '#app/contract/shapes/shapes.ts'
import { empty, grouped, optionalText } from '#app/contract/shapes/text.ts'
import { CURRENCY_CODES } from '#app/rules/constants.ts'
import { DENOMINATIONS, DIFFERENCE_REASONS, PIECES_MAX, type PieceValue } from '#app/rules/money/cash-count.ts'
import { DESK_AMOUNT_MAX } from '#app/rules/reservation/protocol.ts'

const { CHANGED_MEANWHILE } = ERRORS

const Pieces = z.preprocess(
  (value) => empty(grouped(value)),
  numeric({ error: 'number' }).int('number').min(0, 'min').max(PIECES_MAX, 'max').default(0),
)
const VALUES = [...new Set(CURRENCY_CODES.flatMap((code) => DENOMINATIONS[code]))]
/** A field for each note and coin of all currencies: `n50000` counts those of 50,000 toman, or of 500 euro. */
export const CountFields = z.object(
  Object.fromEntries(VALUES.map((value) => [`n${value}`, Pieces])) as Record<`n${PieceValue}`, typeof Pieces>,
)

const Amount = z.preprocess(
  (value) => empty(grouped(value)),
  numeric({ error: ({ input }) => (input === undefined ? 'required' : 'number') })
    .int('number')
    .min(0, 'min')
    .max(DESK_AMOUNT_MAX, 'max'),
)

export const DifferenceFields = z.object({
  reason: z.preprocess(empty, z.enum(DIFFERENCE_REASONS).optional()),
  note: optionalText(300),
})

const Item = z.object({
  at: Instant,
  kind: z.enum(['RENT', 'RENT_BACK', 'DEPOSIT', 'DEPOSIT_BACK', 'CHARGE']),
  /** It was counted on an earlier day, and has been taken back since. */
  is_undone: z.boolean(),
  name: z.string().nullable(),
  reservation: z.object({ id: PublicId, number: z.string() }),
  /** Negative where it went out. */
  amount: Money,
})

const Closing = z.object({
  id: z.int(),
  on: IsoDate,
  currency: CurrencyCode,
  opening: Money,
  booked: Money,
  /** What should have been there. */
  expected: Money,
  counted: Money,
  /** Negative: short. */
  difference: Money,
  reason: z.enum(DIFFERENCE_REASONS).nullable(),
  note: z.string().nullable(),
  /** What stayed in the till for the next day, and what went to the bank. */
  kept: Money,
  to_bank: Money,
  by: z.string().nullable(),
  closed_at: Instant,
})

const own = forCompany(deskStaff)
/** How many of an open or closed day's payments are named; the sums are of all. */
export const CASH_ITEMS = 200

/** The till of a company: what was paid in cash at its desk, counted at the end of a day. */
export const cash = {
  open: own
    .route({
      method: 'GET',
      path: '/desk/cash/',
      summary: 'What should be in the till now, by the payments since the last closing (ours)',
      tags: ['company'],
    })
    .input(z.object({ company: CompanyId, currency: CurrencyCode.optional().catch(undefined) }))
    .output(
      z.object({
        currency: CurrencyCode,
        currencies: z.array(CurrencyCode),
        /** Today, in the company's city. */
        on: IsoDate,
        zone: z.string(),
        /** The closing of today, if there is one: the till is closed until tomorrow. */
        closed: z.int().nullable(),
        /** When the last closing was; null before the first. */
        since: Instant.nullable(),
        opening: Money,
        booked: Money,
        expected: Money,
        items: z.array(Item),
        item_count: z.int(),
        /** Payments by card since then, which are not in the till. */
        card: z.object({ count: z.int(), amount: Money }),
      }),
    ),
  close: own
    .errors({ CHANGED_MEANWHILE })
    .route({
      method: 'POST',
      path: '/desk/cash/',
      summary: 'Close the till for today: counted pieces beside the book; it cannot be changed (ours)',
      tags: ['company'],
      successStatus: 201,
    })
    .input(
      z.object({
        company: CompanyId,
        currency: CurrencyCode,
        ...CountFields.shape,
        /** What was in the till before the first closing; later ones begin with what was kept. */
        opening: Amount.default(0),
        kept: Amount,
        /** What the page showed as booked: if it is another sum by now, the till is not closed. */
        booked: z.preprocess(empty, numeric().int()),
        ...DifferenceFields.shape,
      }),
    )
    .output(Closing),
  closings: own
    .route({
      method: 'GET',
      path: '/desk/cash/closings/',
      summary: 'Closed days, the latest first (ours)',
      tags: ['company'],
    })
    .input(PageQuery.extend({ company: CompanyId }))
    .output(listOf(Closing)),
  closing: own
    .route({
      method: 'GET',
      path: '/desk/cash/closings/{id}/',
      summary: 'A closed day with its pieces and payments (ours)',
      tags: ['company'],
    })
    .input(z.object({ company: CompanyId, id: RowId }))
    .output(
      Closing.extend({
        zone: z.string(),
        counts: z.array(z.object({ value: z.int(), pieces: z.int() })),
        items: z.array(Item),
        item_count: z.int(),
      }),
    ),
}

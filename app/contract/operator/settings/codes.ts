import { z } from 'zod'
import { moneyOperators, operatorsOf } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { numeric } from '#app/contract/shapes/number.ts'
import { CurrencyCode, Flag, Instant, IsoDate, listOf, Money, PageQuery, RowId } from '#app/contract/shapes/shapes.ts'
import { empty, latin, Text } from '#app/contract/shapes/text.ts'
import { CATEGORY } from '#app/rules/constants.ts'

const { APPROVAL_WAITS } = ERRORS

/** For operators who manage discounts. */
const ofMoney = operatorsOf('MONEY')

/** What a code may be limited to. A hidden city is in no list of the site; its vehicles are found by their address. */
const City = z.object({ id: z.int(), name: z.string(), is_hidden: z.boolean() })
const Company = z.object({ id: z.int(), name: z.string() })
export const CODE_CATEGORIES = [CATEGORY.CAR, CATEGORY.MOTOR] as const
const Category = z.literal(CODE_CATEGORIES)

/** The rentals that a code is for; an empty list means no limit. */
export const CodeLimits = z.object({
  categories: z.array(Category),
  cities: z.array(City),
  companies: z.array(Company),
})

const DiscountCode = CodeLimits.extend({
  id: z.int(),
  code: z.string(),
  percent: z.int().nullable(),
  cap: Money.nullable(),
  amount: Money.nullable(),
  currency: CurrencyCode,
  starts_at: Instant,
  ends_at: Instant,
  min_days: z.int(),
  total_uses: z.int(),
  used: z.int(),
  once_per_phone: z.boolean(),
  status: z.enum(['COMING', 'RUNNING', 'USED_UP', 'ENDED']),
})

const MOST_LIMITS = 200
/** The ids of a limit, as a form or JSON sends them; left out or empty means no limit. */
export const LimitIds = z.array(RowId).max(MOST_LIMITS, 'max').default([])

const whole = (min: number, max: number) => numeric({ error: 'number' }).int('number').min(min, 'min').max(max, 'max')
const optionalWhole = (min: number, max: number) =>
  z.preprocess((value) => empty(latin(value)), whole(min, max).optional())
const MAX_AMOUNT = 1_000_000_000

/** A new code: either `percent` (with a `cap`) or `amount`, in the minor unit of `currency`. Days are Tehran's. */
const NewDiscountCode = z
  .strictObject({
    code: z.preprocess(latin, Text.regex(/^[A-Za-z0-9-]{4,20}$/, 'code')),
    percent: optionalWhole(1, 100),
    cap: optionalWhole(1, MAX_AMOUNT),
    amount: optionalWhole(1, MAX_AMOUNT),
    currency: CurrencyCode,
    start_date: IsoDate,
    end_date: IsoDate,
    min_days: z.preprocess((value) => empty(latin(value)), whole(1, 365).default(1)),
    total_uses: z.preprocess((value) => empty(latin(value)), whole(1, 1_000_000)),
    once_per_phone: Flag,
    ...{ categories: LimitIds, cities: LimitIds, companies: LimitIds },
  })
  .superRefine(({ percent, amount, cap, start_date, end_date, categories }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (percent === undefined && amount === undefined) refuse('percent', 'required')
    if (percent !== undefined && amount !== undefined) refuse('amount', 'percent_or_amount')
    if (cap !== undefined && percent === undefined) refuse('cap', 'percent_or_amount')
    if (end_date < start_date) refuse('end_date', 'end_before_start')
    if (!categories.every((id) => CODE_CATEGORIES.some((known) => known === id))) refuse('categories', 'invalid')
  })

export const codes = {
  codes: ofMoney
    .route({
      method: 'GET',
      path: '/admin/discount-codes/',
      summary: 'Discount codes, newest first (ours)',
      tags: ['operator'],
    })
    .input(PageQuery)
    .output(listOf(DiscountCode)),
  codeChoices: ofMoney
    .route({
      method: 'GET',
      path: '/admin/discount-codes/choices/',
      summary: 'The cities, also hidden ones, and companies that a discount code can be limited to (ours)',
      tags: ['operator'],
    })
    .output(z.object({ cities: z.array(City), companies: z.array(Company) })),
  createCode: moneyOperators
    .errors({ APPROVAL_WAITS })
    .route({
      method: 'POST',
      path: '/admin/discount-codes/',
      summary: 'Make a discount code; one of much waits for a second operator (ours)',
      tags: ['operator'],
      successStatus: 201,
    })
    .input(NewDiscountCode)
    /** Without a code if it waits for a second operator. */
    .output(z.object({ waits: z.boolean(), code: DiscountCode.nullable() })),
  endCode: ofMoney
    .route({
      method: 'PATCH',
      path: '/admin/discount-codes/{id}/',
      summary: 'End a discount code now; reservations keep what it gave them (ours)',
      tags: ['operator'],
    })
    .input(z.object({ id: RowId }))
    .output(DiscountCode),
}

import { z } from 'zod'
import { forCompany, limited, owners } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
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
import { optionalText, requiredText } from '#app/contract/shapes/text.ts'
import { BANK_FORMATS, BANK_UNITS, LONGEST } from '#app/rules/money/bank/bank-line.ts'
import { MATCH_RULES } from '#app/rules/money/bank/match-lines.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'

const { CHANGED_MEANWHILE } = ERRORS

/** OPEN: neither matched nor explained; DIFFERENT: matched by a person, with another sum than the books have. */
export const BANK_VIEWS = ['OPEN', 'DIFFERENT', 'MATCHED', 'EXPLAINED'] as const
export const BOOKED_KINDS = ['PAYOUT', 'RENT', 'RENT_BACK', 'DEPOSIT', 'DEPOSIT_BACK', 'CHARGE'] as const

/** Something in the books that a bank's line can be: a payout of the marketplace, or money that changed hands at the desk, not in cash. */
const Booked = z.object({
  /** `P-…` a payout, `D-…` a payment at the desk. */
  key: z.string(),
  kind: z.enum(BOOKED_KINDS),
  on: IsoDate,
  /** As on the account: negative where the company gave it back. */
  amount: Money,
  reference: z.string().nullable(),
  name: z.string().nullable(),
  reservation: z.object({ id: PublicId, number: z.string() }).nullable(),
})

const Line = z.object({
  id: z.int(),
  on: IsoDate,
  /** Positive where money came in. */
  amount: Money,
  currency: CurrencyCode,
  reference: z.string(),
  name: z.string(),
  text: z.string(),
  state: z.enum(['OPEN', 'MATCHED', 'EXPLAINED']),
  /** What it is in the books, and by which rule. */
  matched: z.array(Booked),
  why: z.enum(MATCH_RULES).nullable(),
  /** Why it is nothing that the books have. */
  note: z.string().nullable(),
  /** What it could be, the nearest first; only of an open one. */
  candidates: z.array(Booked),
})

const Sums = z.object({ count: z.int(), amount: Money })

const BookedKey = z.string({ error: 'required' }).regex(/^(P-[1-9]\d{0,8}|D-[A-Za-z0-9_-]{22,64})$/, 'required')
export const BankFileFields = z.object({
  file: z.file({ error: 'required' }),
  /** The unit of amounts in a file that names no currency. */
  unit: z.enum(BANK_UNITS).default('IRR'),
  /** Which account it is of, where the file does not say it: equal lines of two accounts are two. */
  account: optionalText(LONGEST.account),
})
export const BankMatchFields = z.object({ item: BookedKey })
export const BankNoteFields = z.object({ note: requiredText(300) })

const own = forCompany(owners)
const OwnLine = z.object({ company: CompanyId, id: RowId })

/** What a company's bank says beside what its books say; nothing here moves money or changes the books. */
export const bank = {
  lines: own
    .route({
      method: 'GET',
      path: '/desk/bank/',
      summary: 'Lines of the bank’s statements beside the books, the latest first, and the sums of each state (ours)',
      tags: ['company'],
    })
    .input(
      PageQuery.extend({
        company: CompanyId,
        view: z.enum(BANK_VIEWS).default('OPEN').catch('OPEN'),
        currency: CurrencyCode.optional().catch(undefined),
      }),
    )
    .output(
      listOf(Line).extend({
        currency: CurrencyCode,
        currencies: z.array(CurrencyCode),
        open: Sums,
        different: Sums,
        matched: Sums,
        explained: Sums,
        /** In the books and not at the bank, within the days of the statements. */
        missing: Sums,
        /** The latest statements. */
        statements: z.array(
          z.object({
            id: z.int(),
            name: z.string(),
            format: z.enum(BANK_FORMATS),
            /** The end of the account's number. */
            ending: z.string().nullable(),
            from: IsoDate,
            to: IsoDate,
            closing: Money.nullable(),
            lines: z.int(),
            created_at: Instant,
            /** Whether it can be removed: no line of it is matched or explained, or in another statement, too. */
            removable: z.boolean(),
          }),
        ),
      }),
    ),
  missing: own
    .route({
      method: 'GET',
      path: '/desk/bank/missing/',
      summary: 'Payouts and payments at the desk that no statement of these days has, the latest first (ours)',
      tags: ['company'],
    })
    .input(PageQuery.extend({ company: CompanyId, currency: CurrencyCode.optional().catch(undefined) }))
    .output(listOf(Booked).extend({ currency: CurrencyCode })),
  upload: own
    .meta(limited(own, { bucket: 'bank statements', most: 60, seconds: HOUR_SECONDS }))
    .route({
      method: 'POST',
      path: '/desk/bank/',
      summary:
        'Add a statement: multipart, CAMT.053, MT940 or CSV, at most 2 MB and 2,000 lines; what was added before is not added again (ours)',
      tags: ['company'],
      successStatus: 201,
    })
    .input(BankFileFields.extend({ company: CompanyId }))
    .output(
      z.object({
        currency: CurrencyCode,
        lines: z.int(),
        /** Lines that no earlier statement had. */
        added: z.int(),
        /** How many lines were matched by it, older ones among them. */
        matched: z.int(),
      }),
    ),
  line: own
    .route({ method: 'GET', path: '/desk/bank/{id}/', summary: 'A line of a statement (ours)', tags: ['company'] })
    .input(OwnLine)
    .output(Line),
  match: own
    .errors({ CHANGED_MEANWHILE })
    .route({
      method: 'POST',
      path: '/desk/bank/{id}/match/',
      summary: 'Decide what an open line is; a difference stays listed (ours)',
      tags: ['company'],
    })
    .input(BankMatchFields.extend(OwnLine.shape))
    .output(Line),
  explain: own
    .errors({ CHANGED_MEANWHILE })
    .route({
      method: 'POST',
      path: '/desk/bank/{id}/explain/',
      summary: 'Note why an open line is nothing that the books have (ours)',
      tags: ['company'],
    })
    .input(BankNoteFields.extend(OwnLine.shape))
    .output(Line),
  reopen: own
    .route({
      method: 'POST',
      path: '/desk/bank/{id}/reopen/',
      summary: 'Take a match or a note away; no rule matches the line again (ours)',
      tags: ['company'],
    })
    .input(OwnLine)
    .output(Line),
  removeStatement: own
    .route({
      method: 'DELETE',
      path: '/desk/bank/statements/{id}/',
      summary: 'Remove a statement that was added by mistake, while no line of it is matched or explained (ours)',
      tags: ['company'],
    })
    .input(OwnLine)
    .output(z.object({ id: z.int() })),
}

import { z } from 'zod'
import { operatorsOf } from '#app/contract/call/base.ts'
import { Instant, IsoDate, listOf, PageQuery, PublicId } from '#app/contract/shapes/shapes.ts'
import { empty, optionalText, Text } from '#app/contract/shapes/text.ts'

/** For operators who may do everything. */
const auditors = operatorsOf()

export const AuditRole = z.enum(['AGENT', 'ADMIN', 'SETUP'])
/** What changed, by column: JSON values as texts. */
export const AuditChange = z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() })

/**
 * One write by staff or an operator, as the database recorded it, or that one of them opened personal data (READ).
 * Personal data is shown as "…".
 */
export const AuditEntry = z.object({
  id: z.int(),
  at: Instant,
  /** Its name is null where the account has none or does not exist any more. */
  actor: z.object({ id: z.string(), name: z.string().nullable() }),
  role: AuditRole,
  /** The call of the API that wrote. */
  call: z.string(),
  reason: z.string().nullable(),
  /** The table and the id of its row. */
  subject: z.string(),
  key: z.string(),
  action: z.enum(['INSERT', 'UPDATE', 'DELETE', 'READ']),
  changes: z.array(AuditChange),
})

const Name = z.preprocess(empty, Text.max(60).optional())
const Day = z.preprocess(empty, IsoDate.optional().catch(undefined))

/** Which entries of the log: of a thing or a kind of things, by a person, from a day until another. */
export const AuditFilters = PageQuery.extend({
  subject: Name,
  key: Name,
  actor: z.preprocess(empty, PublicId.optional()),
  /** A part of the name or of the phone of whoever did it. */
  who: optionalText(60).catch(undefined),
  from: Day,
  to: Day,
})

export const audit = {
  list: auditors
    .route({
      method: 'GET',
      path: '/admin/audit/',
      summary:
        'Who changed what, or opened whose data, and when: every entry of staff and operators, newest first (ours)',
      tags: ['operator'],
    })
    .input(AuditFilters)
    .output(listOf(AuditEntry)),
}

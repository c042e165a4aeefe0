import { z } from 'zod'
import { limited, operatorsOf } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { numeric } from '#app/contract/shapes/number.ts'
import { Instant, listOf, PageQuery, PublicId, RowId } from '#app/contract/shapes/shapes.ts'
import { empty, latin, optionalLines } from '#app/contract/shapes/text.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'
import { ApplicationFields, ApplicationStatus } from '../partners.ts'

/** For operators who admit companies. */
const support = operatorsOf('SUPPORT')

const { ALREADY_STAFF, APPLICATION_DECIDED } = ERRORS

const Received = z.object({
  id: z.int(),
  status: ApplicationStatus,
  company_name: z.string(),
  city_name: z.string(),
  vehicles: z.int(),
  sent_at: Instant,
  decided_at: Instant.nullable(),
})

/** What was sent; `iban` shows only its beginning and end. */
const Application = ApplicationFields.extend({
  id: z.int(),
  status: ApplicationStatus,
  sent_at: Instant,
  decided_at: Instant.nullable(),
  decided_by: z.string().nullable(),
  reason: z.string().nullable(),
  company: z.int().nullable(),
  person: z.object({ id: PublicId, phone: z.string(), name: z.string().nullable() }),
  /** Other people's applications under the same register number or one of its names, newest first. */
  related: z.array(
    z.object({
      id: z.int(),
      same: z.enum(['NUMBER', 'NAME']),
      company_name: z.string(),
      phone: z.string(),
      company: z.int().nullable(),
    }),
  ),
  /** When an operator asked for more; `reason` says for what. */
  asked_at: Instant.nullable(),
  /** The same person's earlier, rejected ones, newest first. */
  earlier: z.array(z.object({ id: z.int(), decided_at: Instant, reason: z.string().nullable() })),
})

/** A rejection and a question have a reason. */
export const ApplicationDecision = z.object({
  /** ASK returns it to the applicant, who adds what the reason asks for. */
  decision: z.enum(['APPROVE', 'REJECT', 'ASK'], { error: 'required' }),
  /** The commission of an approved company; another than the usual one counts as a change of its terms. */
  commission_percent: z.preprocess(
    (given) => empty(latin(given)),
    numeric({ error: 'number' }).int('number').min(0, 'min').max(50, 'max').optional(),
  ),
  reason: optionalLines(500),
})

export const partners = {
  list: support
    .route({
      method: 'GET',
      path: '/admin/partner-applications/',
      summary: 'Applications to become a partner: those that wait, the oldest first, or those of another status (ours)',
      tags: ['operator'],
    })
    .input(PageQuery.extend({ status: z.enum(['SENT', 'APPROVED', 'REJECTED']).catch('SENT').default('SENT') }))
    .output(listOf(Received)),
  read: support
    .route({
      method: 'GET',
      path: '/admin/partner-applications/{id}/',
      summary: 'One application to become a partner (ours)',
      tags: ['operator'],
    })
    .input(z.object({ id: RowId }))
    .output(Application),
  readDocument: support
    .route({
      method: 'GET',
      path: '/admin/partner-documents/{id}/',
      summary: 'A document of an applicant; the log of changes says who opened it (ours)',
      tags: ['operator'],
    })
    .input(z.object({ id: PublicId }))
    .output(z.file()),
  decide: support
    .meta(limited(support, { bucket: 'partner decision', most: 200, seconds: HOUR_SECONDS }))
    .errors({ ALREADY_STAFF, APPLICATION_DECIDED })
    .route({
      method: 'POST',
      path: '/admin/partner-applications/{id}/',
      summary:
        'Approve, which makes the company with the applicant as its owner, reject with a reason, or ask for more (ours)',
      tags: ['operator'],
    })
    .input(
      ApplicationDecision.extend({ id: RowId }).superRefine(({ decision, reason }, context) => {
        if (decision !== 'APPROVE' && !reason)
          context.addIssue({ code: 'custom', path: ['reason'], message: 'required' })
      }),
    )
    .output(Application),
}

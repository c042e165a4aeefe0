import { z } from 'zod'
import { operators as everyOperator, limited, operatorsOf, recheckedOperatorsOf } from '#app/contract/call/base.ts'
import { ERRORS } from '#app/contract/call/errors.ts'
import { OptionalDialCode, Phone } from '#app/contract/shapes/phone.ts'
import { Instant, listOf, PublicId } from '#app/contract/shapes/shapes.ts'
import { OPERATOR_ROLES } from '#app/rules/access/operator-role.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'
import { Reason } from './people.ts'

const { APPROVAL_WAITS } = ERRORS

const Role = z.enum(OPERATOR_ROLES, { error: 'required' })

/** Somebody who becomes an operator, by phone. */
export const Appointment = z.object({ phone: Phone, country_code: OptionalDialCode, role: Role, reason: Reason })
/** Another role of an operator. */
export const OperatorChange = z.object({ role: Role, reason: Reason })

const Operator = z.object({
  id: PublicId,
  name: z.string(),
  phone: z.string(),
  role: z.enum(OPERATOR_ROLES),
  has_second_factor: z.boolean(),
  is_me: z.boolean(),
  /** A change that another operator has to approve; `role` is null for a removal. */
  requested: z.object({ role: z.enum(OPERATOR_ROLES).nullable(), at: Instant }).nullable(),
})

/** Whether it waits for a second operator; otherwise it is done. */
const Outcome = z.object({ id: PublicId, waits: z.boolean() })

const managing = recheckedOperatorsOf()
const changing = managing.meta(limited(managing, { bucket: 'operators', most: 30, seconds: HOUR_SECONDS }))

export const operators = {
  list: operatorsOf()
    .route({
      method: 'GET',
      path: '/admin/operators/',
      summary: 'Who operates the marketplace, and what they may do (ours)',
      tags: ['operator'],
    })
    .output(listOf(Operator)),
  colleagues: everyOperator
    .route({
      method: 'GET',
      path: '/admin/operators/colleagues/',
      summary: 'The other operators by name and what they may do, without their phones (ours)',
      tags: ['operator'],
    })
    .output(listOf(z.object({ name: z.string(), role: z.enum(OPERATOR_ROLES) }))),
  appoint: changing
    .errors({ APPROVAL_WAITS })
    .route({
      method: 'POST',
      path: '/admin/operators/',
      summary: 'Make a person an operator; a second operator approves where there is one (ours)',
      tags: ['operator'],
    })
    .input(Appointment)
    .output(Outcome),
  change: changing
    .errors({ APPROVAL_WAITS })
    .route({
      method: 'PATCH',
      path: '/admin/operators/{id}/',
      summary: 'Change what an operator may do; a second operator approves (ours)',
      tags: ['operator'],
    })
    .input(OperatorChange.extend({ id: PublicId }))
    .output(Outcome),
  remove: changing
    .errors({ APPROVAL_WAITS })
    .route({
      method: 'DELETE',
      path: '/admin/operators/{id}/',
      summary: 'Take the rights of an operator away; a second operator approves (ours)',
      tags: ['operator'],
    })
    .input(z.object({ id: PublicId, reason: Reason }))
    .output(Outcome),
}

import { keepOneForAll } from '#app/api/account/operators.ts'
import { accountOfPhone } from '#app/api/account/own-data/holdings.ts'
import { phoneOf } from '#app/api/account/sign-in/destination.ts'
import { api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { changeOrRequest } from '#app/api/operator/approvals/approval-requests.ts'
import type { RequestedChange } from '#app/rules/access/approval-request.ts'

/** The operators, those who may do everything first. */
export const operators = api.operator.operators.list.handler(async ({ context: { deps, person } }) => {
  const rows = await deps.db
    .selectFrom('account')
    .leftJoin('second_factor', 'second_factor.id', 'account.id')
    .leftJoin('approval_request', (join) =>
      join
        .onRef('subject', '=', 'account.id')
        .on('approval_request.kind', '=', 'OPERATOR')
        .on('approval_request.status', '=', 'WAITING'),
    )
    .select(['account.id', 'fullname', 'phone', 'operator_role', 'confirmed_at', 'change', 'requested_at'])
    .where('role', '=', 'ADMIN')
    .orderBy('operator_role')
    .orderBy('fullname')
    .orderBy('phone')
    .execute()
  return {
    count: rows.length,
    results: rows.map(({ id, fullname, phone, operator_role, confirmed_at, change, requested_at }) => ({
      ...{ id, name: fullname ?? phone, phone, role: operator_role, is_me: id === person.id },
      has_second_factor: confirmed_at !== null,
      requested:
        change?.kind === 'OPERATOR' && requested_at ? { role: change.role, at: requested_at.toISOString() } : null,
    })),
  }
})

/** Whom an operator may ask: those with a name, so that no phone is shown in its place. */
export const colleagues = api.operator.operators.colleagues.handler(async ({ context: { deps, person } }) => {
  const rows = await deps.db
    .selectFrom('account')
    .select(['fullname', 'operator_role'])
    .where('role', '=', 'ADMIN')
    .where('banned_at', 'is', null)
    .where('id', '<>', person.id)
    .where('fullname', 'is not', null)
    .orderBy('fullname')
    .limit(200)
    .execute()
  const results = rows.map(({ fullname, operator_role }) => ({ name: fullname ?? '', role: operator_role }))
  return { count: results.length, results }
})

/**
 * Makes the person of a phone an operator. Throws INVALID_FIELDS for a phone without an account, of staff, of an
 * operator or of a banned person.
 */
export const appoint = api.operator.operators.appoint.handler(async ({ input, context }) => {
  const { deps, person, language } = context
  const phone = phoneOf(input, language)
  return inTransaction(deps.db, async (tx) => {
    const account = await tx
      .selectFrom('account')
      .select(['id', 'role', 'banned_at'])
      .where('id', '=', (await accountOfPhone(tx, phone)) ?? '')
      .executeTakeFirst()
    const refused = (key: string) => invalidFields({ phone: [key] })
    if (!account) throw refused('no_account')
    if (account.role === 'ADMIN') throw refused('operator_already')
    if (account.role === 'AGENT') throw refused('company_staff')
    if (account.banned_at) throw refused('person_banned')
    return ask(deps, tx, { by: person.id, reason: input.reason, account: account.id, role: input.role })
  })
})

/**
 * Throws NOT_FOUND for a person who is no operator, and INVALID_FIELDS if no operator would be left who may do
 * everything.
 */
export const changeOperator = api.operator.operators.change.handler(async ({ input, context: { deps, person } }) =>
  inTransaction(deps.db, async (tx) => {
    await guardOperator(tx, input.id)
    if (input.role !== 'ALL') await keepOneForAll(tx, input.id)
    return ask(deps, tx, { by: person.id, reason: input.reason, account: input.id, role: input.role })
  }),
)

/** The same for a removal. */
export const removeOperator = api.operator.operators.remove.handler(async ({ input, context: { deps, person } }) =>
  inTransaction(deps.db, async (tx) => {
    await guardOperator(tx, input.id)
    await keepOneForAll(tx, input.id)
    return ask(deps, tx, { by: person.id, reason: input.reason, account: input.id, role: null })
  }),
)

type Change = Omit<Extract<RequestedChange, { kind: 'OPERATOR' }>, 'kind'>

async function ask(deps: Deps, tx: Tx, { by, reason, account, role }: Change & { by: string; reason: string }) {
  const waits = await changeOrRequest(deps, tx, { by, reason, change: { kind: 'OPERATOR', account, role } })
  return { id: account, waits }
}

async function guardOperator(tx: Tx, id: string) {
  const known = await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('role', '=', 'ADMIN')
    .executeTakeFirst()
  if (!known) throw errors.NOT_FOUND()
}

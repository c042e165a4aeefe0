import { sql } from 'kysely'
import { banAccount, endBan } from '#app/api/account/bans.ts'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { noteReading } from '#app/api/call/note-reading.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { changeOrRequest, takeFactor } from '#app/api/operator/approvals/approval-requests.ts'
import { reservationsUnder } from '#app/api/operator/companies/reservations-under.ts'
import { correctionRows, shownCorrection } from '#app/api/operator/payments/correction-rows.ts'
import { giveReason } from '#app/db/connection/actor.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { wordingIn } from '#app/i18n/format/names.ts'

const RESERVATIONS = 50

/** A person as operators see them: contact, wallet, sessions, the latest reservations under their phone. */
export const person = api.operator.people.read.handler(async ({ input, context }) => {
  const { deps, language, person: caller } = context
  const { db } = deps
  const account = await db
    .selectFrom('account')
    .leftJoin('company', 'company.id', 'account.company_id')
    .leftJoin('second_factor', 'second_factor.id', 'account.id')
    .select([
      'account.id',
      'fullname',
      'account.phone',
      'account.holder',
      'email',
      'role',
      'language',
      'account.created_at',
      'banned_at',
    ])
    .select(['company.id as company_id', 'company.name as company_name', 'second_factor.confirmed_at'])
    .select(
      sql<number>`(select count(*)::int from session where account_id = account.id and ended_at is null)`.as('open'),
    )
    .where('account.id', '=', input.id)
    .executeTakeFirst()
  if (!account) throw errors.NOT_FOUND()
  await noteReading(context, { subject: 'account', key: account.id, call: 'GET /admin/people/{id}/' })
  const [wallets, reservations, corrections] = await Promise.all([
    db
      .selectFrom('ledger_account')
      .select(['currency_id', 'balance'])
      .where('kind', '=', 'WALLET')
      .where('owner', '=', account.holder)
      .execute(),
    reservationsUnder(deps, { phone: account.phone, language, most: RESERVATIONS }),
    correctionRows(db)
      .where('wallet_correction.account_id', '=', account.id)
      .orderBy('wallet_correction.id', 'desc')
      .execute(),
  ])
  const { company_id, company_name, created_at, banned_at, open, confirmed_at, holder, ...facts } = account
  return {
    ...facts,
    company: company_id !== null && company_name ? { id: company_id, name: wordingIn(language, company_name) } : null,
    created_at: created_at.toISOString(),
    banned_at: banned_at?.toISOString() ?? null,
    sessions: open,
    has_second_factor: confirmed_at !== null,
    wallet: wallets.map(({ currency_id, balance }) => ({ currency: currencyIn({ currency_id }), balance: balance })),
    reservations,
    corrections: corrections.map((row) => shownCorrection(row, caller.id)),
  }
})

/**
 * Bans a person, with phone and identity numbers, which ends all of their sessions, or lifts the ban. Throws
 * INVALID_FIELDS for an operator, including the caller, so that nobody can lock everybody out.
 */
export const ban = api.operator.people.ban.handler(async ({ input: { id, banned, reason }, context }) => {
  const { deps } = context
  await deps.db.transaction().execute(async (tx) => {
    await giveReason(tx, reason)
    const account = await tx.selectFrom('account').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!account) throw errors.NOT_FOUND()
    if (account.role === 'ADMIN') throw invalidFields({ '': ['operator_stays'] })
    if (banned) await banAccount(tx, account, deps.now())
    else await endBan(tx, id)
  })
  return { id, banned }
})

/**
 * Removes the second factor of somebody who has lost phone and recovery codes, once the operator has verified who they
 * are; their sessions end, and they are notified. Another operator's is removed once a second operator approves. Throws
 * INVALID_FIELDS for the caller's own, which is turned off in the account; APPROVAL_WAITS.
 */
export const removeFactor = api.operator.people.removeFactor.handler(async ({ input: { id, reason }, context }) => {
  const { deps, person: caller } = context
  if (id === caller.id) throw invalidFields({ '': ['factor_own'] })
  const waits = await inTransaction(deps.db, async (tx) => {
    const account = await tx.selectFrom('account').select('role').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!account) throw errors.NOT_FOUND()
    const change = { kind: 'SECOND_FACTOR', account: id } as const
    if (account.role === 'ADMIN') return changeOrRequest(deps, tx, { by: caller.id, reason, change })
    await giveReason(tx, reason)
    await takeFactor(deps, tx, id)
    return false
  })
  return { id, waits }
})

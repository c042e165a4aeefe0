import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { keepAnOwner } from '#app/api/account/owners.ts'
import { phoneOf } from '#app/api/account/sign-in/destination.ts'
import { api, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { wordingIn } from '#app/i18n/format/names.ts'
import { deviceName } from '#app/rules/access/device.ts'
import { tokenHash } from '#app/rules/access/keys.ts'
import { isEmail, normaliseEmail } from '#app/rules/identity/email.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'

/** An invitation is valid for a week. Source: *ours*. */
const INVITATION_DAYS = 7
const MOST_OPEN = 20
/** How many of a person's sign-ins an owner sees, and how old the oldest is. Source: *ours*. */
const SIGN_INS_SHOWN = 10
const SIGN_INS_DAYS = 90

export const list = api.company.staff.list.handler(async ({ context }) => {
  const { deps, person, company } = context
  const people = await deps.db
    .selectFrom('account')
    .select(['id', 'fullname', 'phone', 'staff_role'])
    .select((of) =>
      of
        .selectFrom('session')
        .whereRef('session.account_id', '=', 'account.id')
        .select((session) => session.fn.max('session.used_at').as('seen_at'))
        .as('seen_at'),
    )
    .where('company_id', '=', company)
    .orderBy('fullname')
    .orderBy('id')
    .execute()
  const signIns = await signInsOf(deps.db, { company, since: new Date(deps.now().getTime() - SIGN_INS_DAYS * DAY_MS) })
  const invitations = await deps.db
    .selectFrom('staff_invitation')
    .selectAll()
    .where('company_id', '=', company)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', deps.now())
    .orderBy('id')
    .execute()
  return {
    people: people.map(({ id, fullname, phone, staff_role, seen_at }) => ({
      ...{ id, phone, name: fullname, role: staff_role },
      is_self: id === person.id,
      seen_at: seen_at?.toISOString() ?? null,
      sign_ins: signIns
        .filter((one) => one.account_id === id)
        .map(({ created_at, device }) => ({ at: created_at.toISOString(), device: deviceName(device) })),
    })),
    invitations: invitations.map(shownInvitation),
  }
})

/** The last sign-ins of each of a company's staff. */
async function signInsOf(db: Kysely<DB>, { company, since }: { company: number; since: Date }) {
  const ranked = db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['session.account_id', 'session.created_at', 'session.device'])
    .select(sql<number>`row_number() over (partition by session.account_id order by session.created_at desc)`.as('nth'))
    .where('account.company_id', '=', company)
    .where('session.created_at', '>', since)
  return db.selectFrom(ranked.as('one')).selectAll().where('nth', '<=', SIGN_INS_SHOWN).orderBy('nth').execute()
}

/** Sends a link. A repeated invitation has a new one, and the former one ends. Throws ALREADY_STAFF. */
export const invite = api.company.staff.invite.handler(async ({ input, context }) => {
  const { deps, language, person, company } = context
  const contact = input.contact.includes('@') ? mailboxOf(input.contact) : { phone: phoneIn(input.contact) }
  const token = randomBytes(24).toString('base64url')
  return inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, `staff ${company}`)
    const now = deps.now()
    const reached = 'phone' in contact ? contact.phone : contact.email
    const known = await tx
      .selectFrom('account')
      .select('id')
      .where('company_id', '=', company)
      .where('phone' in contact ? 'phone' : 'email', '=', reached)
      .executeTakeFirst()
    if (known) throw errors.ALREADY_STAFF()
    const open = await tx
      .updateTable('staff_invitation')
      .set({ ended_at: now })
      .where('company_id', '=', company)
      .where('ended_at', 'is', null)
      .where((where) =>
        where.or([where('phone' in contact ? 'phone' : 'email', '=', reached), where('expires_at', '<=', now)]),
      )
      .returning('id')
      .execute()
    const { n } = await tx
      .selectFrom('staff_invitation')
      .select((of) => of.fn.countAll<number>().as('n'))
      .where('company_id', '=', company)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (n >= MOST_OPEN && open.length === 0) throw invalidFields({ contact: ['max_invitations'] })
    const made = await tx
      .insertInto('staff_invitation')
      .values({
        company_id: company,
        staff_role: input.role,
        ...contact,
        token_hash: tokenHash(token),
        invited_by: person.id,
        created_at: now,
        expires_at: new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const { name } = await tx.selectFrom('company').select('name').where('id', '=', company).executeTakeFirstOrThrow()
    await notify(deps, tx, {
      ...{ kind: 'staffInvitation', language, contact },
      company: wordingIn(language, name),
      path: `/invitation/${token}`,
      by: person.id,
    })
    return shownInvitation(made)
  })

  function phoneIn(typed: string): string {
    try {
      return phoneOf({ phone: typed }, language)
    } catch {
      throw invalidFields({ contact: ['contact'] })
    }
  }
})

/** Throws NOT_FOUND the second time. */
export const withdrawInvitation = api.company.staff.withdrawInvitation.handler(
  async ({ context: { deps, invitation } }) => {
    const { db, now } = deps
    await db.updateTable('staff_invitation').set({ ended_at: now() }).where('id', '=', invitation.id).execute()
    return { removed: true }
  },
)

/** Throws LAST_OWNER if the company would have no owner left. */
export const change = api.company.staff.change.handler(async ({ input: { id, role }, context: { tx, colleague } }) => {
  if (role !== 'OWNER') await keepAnOwner(tx, { id: colleague.id, company: colleague.company_id })
  await tx.updateTable('account').set({ staff_role: role }).where('id', '=', id).execute()
  return { id, role }
})

/** From then on the person is a customer like any other, also in existing sessions. Throws LAST_OWNER. */
export const remove = api.company.staff.remove.handler(async ({ context: { tx, colleague } }) => {
  await keepAnOwner(tx, { id: colleague.id, company: colleague.company_id })
  await tx.updateTable('account').set({ role: 'CLIENT', company_id: null }).where('id', '=', colleague.id).execute()
  return { removed: true }
})

/** Throws NOT_FOUND for a link that is unknown, used, withdrawn or expired. */
export const invitation = api.company.staff.invitation.handler(async ({ input, context }) => {
  const { deps, language } = context
  const found = await openInvitation(deps.db, input.token, deps.now())
  return { company: wordingIn(language, found.name), role: found.staff_role }
})

/** Throws ALREADY_STAFF for a person who works for a company or as an operator, because they would lose that role. */
export const acceptInvitation = api.company.staff.acceptInvitation.handler(async ({ input, context }) => {
  const { deps, person } = context
  return inTransaction(deps.db, async (tx) => {
    const { id, company_id, staff_role } = await openInvitation(tx, input.token, deps.now())
    await oneByOne(tx, `staff ${company_id}`)
    const used = await tx
      .updateTable('staff_invitation')
      .set({ ended_at: deps.now() })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!used) throw errors.NOT_FOUND()
    const joined = await tx
      .updateTable('account')
      .set({ role: 'AGENT', company_id, staff_role })
      .where('id', '=', person.id)
      .where('role', '=', 'CLIENT')
      .returning('id')
      .executeTakeFirst()
    if (!joined) throw errors.ALREADY_STAFF()
    return { role: staff_role }
  })
})

async function openInvitation(db: Tx | Parameters<typeof notify>[0]['db'], token: string, now: Date) {
  const found = await db
    .selectFrom('staff_invitation')
    .innerJoin('company', 'company.id', 'staff_invitation.company_id')
    .select(['staff_invitation.id', 'staff_invitation.company_id', 'staff_invitation.staff_role', 'company.name'])
    .where('token_hash', '=', tokenHash(token))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!found) throw errors.NOT_FOUND()
  return found
}

function mailboxOf(typed: string) {
  const email = normaliseEmail(typed)
  if (!isEmail(email)) throw invalidFields({ contact: ['contact'] })
  return { email }
}

type InvitationRow = {
  id: number
  staff_role: 'OWNER' | 'DESK' | 'DRIVER'
  phone: string | null
  email: string | null
  created_at: Date
  expires_at: Date
}

function shownInvitation({ id, staff_role, phone, email, created_at, expires_at }: InvitationRow) {
  const times = { created_at: created_at.toISOString(), expires_at: expires_at.toISOString() }
  return { id, role: staff_role, contact: phone ?? email ?? '', ...times }
}

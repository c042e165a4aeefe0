import type { Insertable, Kysely } from 'kysely'
import { accountOfPhone } from '#app/api/account/own-data/holdings.ts'
import { api } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { publicId } from '#app/api/call/public-id.ts'
import type { Conversation, DB } from '#app/db/connection/schema.ts'
import { statusAt } from '#app/db/reservation.ts'
import { normalisePhone } from '#app/rules/identity/normalise-phone.server.ts'
import { withPlus } from '#app/rules/identity/phone.ts'
import { UNPAID } from '#app/rules/reservation/reservation-status.ts'
import { readRoom } from './room.ts'
import { shownRooms } from './shown-room.ts'
import { socketAddress } from './socket-ticket.ts'

type Sought = Pick<Insertable<Conversation>, 'account_id' | 'department' | 'reservation_id' | 'company_id'>

/**
 * The caller's room with a department; operators open one with the person of a phone, and only they a financial one.
 */
export const createSale = api.chat.createSale.handler(async ({ input, context }) => {
  const { deps, language, person } = context
  const { department, phone, country_code } = input
  if (person.role !== 'ADMIN' && (department === 'FINANCIAL' || phone)) throw errors.NOT_FOUND()
  const account = phone ? await accountOf(deps.db, phone, country_code) : person.id
  const id = await roomFor(deps.db, { account_id: account, department }, deps.now())
  const room = await readRoom(deps.db, id, { person, owner: ['CUSTOMER', 'OPERATOR'] })
  const [shown] = await shownRooms(deps, [room], language)
  return { room: shown!, socket: socketAddress(deps) }
})

/** The room about a reservation that was paid at some time. Throws STATUS_CONFLICT for one that never was. */
export const createReserve = api.chat.createReserve.handler(async ({ context }) => {
  const { deps, language, reservation } = context
  const status = statusAt(reservation, deps.now())
  if (UNPAID.includes(status)) throw errors.STATUS_CONFLICT({ data: { status } })
  const sought = { reservation_id: reservation.id, company_id: reservation.company_id }
  const id = await roomFor(deps.db, sought, deps.now())
  const [shown] = await shownRooms(deps, [await readRoom(deps.db, id, context)], language)
  return { room: shown!, socket: socketAddress(deps) }
})

async function accountOf(db: Kysely<DB>, phone: string, code: string | undefined): Promise<string> {
  const whole = normalisePhone(phone, withPlus(code ?? '+98'))
  const account = await accountOfPhone(db, whole ?? '')
  if (!account) throw invalidFields({ phone: ['not_found'] })
  return account
}

/** The id of the only room of its kind, created by whoever comes first. */
async function roomFor(db: Kysely<DB>, sought: Partial<Sought>, at: Date): Promise<string> {
  const find = () =>
    db
      .selectFrom('conversation')
      .select('id')
      .where('kind', '=', 'CHAT')
      .where((where) =>
        sought.reservation_id
          ? where('reservation_id', '=', sought.reservation_id)
          : where.and([
              where('account_id', '=', sought.account_id ?? ''),
              where('department', '=', sought.department ?? ''),
              where('reservation_id', 'is', null),
            ]),
      )
      .executeTakeFirst()
  const known = await find()
  if (known) return known.id
  const made = await db
    .insertInto('conversation')
    .values({ ...sought, id: publicId(), kind: 'CHAT', created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  const room = made ?? (await find())
  if (!room) throw new Error('A chat room could not be made.')
  return room.id
}

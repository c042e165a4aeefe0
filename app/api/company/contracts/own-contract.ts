import type { Kysely } from 'kysely'
import { openCode, tryCode } from '#app/api/account/sign-in/code.ts'
import { channelsOf } from '#app/api/account/sign-in/destination.ts'
import { api, type Deps } from '#app/api/call/context.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { limitSubscriber } from '#app/api/call/limits.ts'
import { inTransaction } from '#app/api/call/transaction.ts'
import { guardNotStaff } from '#app/api/reservations/read/own.ts'
import { lockReservation, readReservation } from '#app/api/reservations/read/read.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import type { Language } from '#app/rules/constants.ts'
import { smsReaches } from '#app/rules/identity/phone.ts'
import { contractState, makeContract, noteEvent, sidesOf } from './contract-state.ts'
import { addSignature, contractToSign, doing } from './contracts.ts'

const MADE_AN_HOUR = 20
const HOUR_SECONDS = 3600
/** How much of a phone says to its owner that it is theirs. */
const ENDING = 4

/**
 * The contract of a reservation for whoever has the address that was sent to its customer; the id that the company and others know shows
 * none. Who signs must read what is sent to the booking's phone, so that a forwarded address signs nothing.
 */
export const contract = api.reservations.contract.handler(async ({ input, context }) => {
  const { deps, language } = context
  return ownContract(await readReservation(deps.db, input.id), { db: deps.db, deps, language })
})

/** Gives the driving licence's number and makes the contract with it. Throws STATUS_CONFLICT. */
export const prepareContract = api.reservations.prepareContract.handler(async ({ input, context }) => {
  const { deps, language, person } = context
  await limitSubscriber(context, 'make contract', MADE_AN_HOUR, HOUR_SECONDS)
  return inTransaction(deps.db, async (tx) => {
    const row = await lockReservation(tx, input.id)
    guardNotStaff(row, person)
    const by = doing(context)
    await makeContract(tx, row, {
      language: row.language,
      licence: input.licence ?? null,
      vin: null,
      side: 'CUSTOMER',
      by,
    })
    return ownContract(row, { db: tx, deps, language })
  })
})

/** Sends the code with which the customer signs, to the booking's phone, or to its e-mail address where no SMS can go. */
export const contractCode = api.reservations.contractCode.handler(async ({ input, context }) => {
  const { deps, language, person } = context
  const { id, contract: shown, sha256 } = input
  return inTransaction(deps.db, async (tx) => {
    const row = await lockReservation(tx, id)
    guardNotStaff(row, person)
    const made = await contractToSign(tx, row, { id: shown, sha256, now: deps.now() })
    const to = destinationOf(row, deps.settings)
    if (!to.bySms && to.email === null) throw invalidFields({ token: ['code_unreachable'] })
    const resend_after = await openCode(deps, tx, { ...forContract(row, made.id), ...to, language, by: context })
    await noteEvent(tx, { contract: made.id, what: 'CODE_SENT', side: 'CUSTOMER', by: doing(context) })
    return { resend_after, channels: channelsOf(to) }
  })
})

/**
 * Signs with the code. Sent twice it is signed once, and the second answer is the first one's. Throws INVALID_FIELDS for a wrong code, which
 * counts, CHANGED_MEANWHILE if another text was read than the one that counts.
 */
export const signContract = api.reservations.signContract.handler(async ({ input, context }) => {
  const { deps, language, person } = context
  const { id, contract: read, sha256, name, token } = input
  const done = await inTransaction(deps.db, async (tx) => {
    const row = await lockReservation(tx, id)
    guardNotStaff(row, person)
    const made = await contractToSign(tx, row, { id: read, sha256, now: deps.now() })
    const by = doing(context)
    if (!(await sidesOf(tx, made.id)).includes('CUSTOMER')) {
      const proven = await tryCode(deps, tx, { ...forContract(row, made.id), code: token })
      if (!proven) {
        // The try must count, so its transaction commits.
        await noteEvent(tx, { contract: made.id, what: 'CODE_WRONG', side: 'CUSTOMER', by })
        return null
      }
      const codeTo = proven.by === 'sms' ? row.phone : (row.email ?? '')
      await addSignature(deps, tx, { contract: made, side: 'CUSTOMER', channel: 'PHONE', name, codeTo, by })
    }
    return ownContract(row, { db: tx, deps, language })
  })
  if (!done) throw invalidFields({ token: ['code'] })
  return done
})

const forContract = ({ phone }: ReservationRow, contract: string) =>
  ({ purpose: 'SIGN_CONTRACT', phone, asker: `contract ${contract}` }) as const

/** To the phone by SMS, or where none can go to the booking's e-mail address. */
function destinationOf({ by_email, phone, email }: ReservationRow, settings: Deps['settings']) {
  const bySms = !by_email && smsReaches(phone, settings)
  return { bySms, email: bySms ? null : email }
}

async function ownContract(
  row: ReservationRow,
  { db, deps, language }: { db: Kysely<DB>; deps: Deps; language: Language },
) {
  const { bySms } = destinationOf(row, deps.settings)
  return {
    ...(await contractState(db, row, { now: deps.now(), language })),
    phone_ending: bySms ? row.phone.slice(-ENDING) : null,
  }
}

import type { Kysely } from 'kysely'
import type { Person } from '#app/api/call/admission/person.ts'
import { type ApiContext, api, type Deps, type Tx } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { invalidFields } from '#app/api/call/invalid-fields.ts'
import { noteReading } from '#app/api/call/note-reading.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { contactAsSeen, readSeen } from '#app/api/reservations/read/customer.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { furtherDriversOf } from '#app/db/further-driver.ts'
import type { ReservationRow } from '#app/db/reservation.ts'
import { type ContractSide, changedFacts, type SigningChannel } from '#app/rules/reservation/contract-text.ts'
import {
  type ContractRow,
  contractNumber,
  contractState,
  contractsOf,
  type Doing,
  guardOpen,
  makeContract,
  noteEvent,
  vinOf,
} from './contract-state.ts'
import { contractFacts } from './contract-values.ts'

type Asking = Pick<ApiContext, 'deps' | 'language' | 'requestId'> & { person: Person; reservation: ReservationRow }

/** The contract of a reservation for its company's staff, with what proves who signed it. */
export const read = api.company.contracts.read.handler(async ({ context }) => deskContract(context, context.deps.db))

/** Makes it, or an addendum. Throws STATUS_CONFLICT. */
export const make = api.company.contracts.make.handler(async ({ input, context }) => {
  const { tx, reservation } = context
  const { language, licence = null, vin = null } = input
  await makeContract(tx, reservation, { language, licence, vin, side: 'COMPANY', by: doing(context) })
  return deskContract(context, tx)
})

/**
 * Signs at the counter. Who has signed already is not asked again. Throws INVALID_FIELDS where nobody signs, CHANGED_MEANWHILE if another
 * text was shown than the one that counts, or the reservation is another than it says; STATUS_CONFLICT.
 */
export const sign = api.company.contracts.sign.handler(async ({ input, context }) => {
  const { deps, tx, reservation } = context
  const { contract: id, sha256, customer_name, drawing, company_name } = input
  if (!customer_name && !company_name) throw invalidFields({ customer_name: ['required'], company_name: ['required'] })
  const contract = await contractToSign(tx, reservation, { id, sha256, now: deps.now() })
  const by = doing(context)
  if (customer_name)
    await addSignature(deps, tx, { contract, side: 'CUSTOMER', channel: 'COUNTER', name: customer_name, drawing, by })
  if (company_name) await addSignature(deps, tx, { contract, side: 'COMPANY', channel: 'DESK', name: company_name, by })
  return deskContract(context, tx)
})

/** Sends the customer the address where they read and sign it themselves. Throws STATUS_CONFLICT. */
export const send = api.company.contracts.send.handler(async ({ context }) => {
  const { deps, tx, reservation } = context
  guardOpen(reservation, deps.now())
  await notify(deps, tx, { kind: 'contractReady', reservation: reservation.id })
  return { id: reservation.id }
})

/** The contract that the id and the text's SHA-256 name, if it is the one that counts. Throws CHANGED_MEANWHILE, STATUS_CONFLICT. */
export async function contractToSign(
  tx: Tx,
  reservation: ReservationRow,
  { id, sha256, now }: { id: string; sha256: string; now: Date },
): Promise<ContractRow> {
  guardOpen(reservation, now)
  const made = await contractsOf(tx, reservation.id)
  const contract = made.find((one) => one.id === id)
  if (!contract || contract.sha256 !== sha256) throw errors.CHANGED_MEANWHILE()
  const isLast = made.at(-1)?.id === id
  const facts = contractFacts(reservation, await furtherDriversOf(tx, [reservation.id]))
  if (isLast && changedFacts(contract.facts, facts).length > 0) throw errors.CHANGED_MEANWHILE()
  return contract
}

type Signing = {
  contract: ContractRow
  side: ContractSide
  channel: SigningChannel
  name: string
  drawing?: string | undefined
  codeTo?: string
  by: Doing
}

/** Signs; what this side has signed already stays as it is. The customer is sent the address of their copy, once. */
export async function addSignature(deps: Deps, tx: Tx, signing: Signing): Promise<void> {
  const { contract, side, channel, name, drawing = null, codeTo = '', by } = signing
  const signed = await tx
    .insertInto('contract_signature')
    .values({
      ...{ contract_id: contract.id, side, channel, name, drawing, sha256: contract.sha256, code_to: codeTo },
      ...{ network_address: by.clientAddress, device: (by.device ?? '').slice(0, 200), account_id: by.account },
      at: by.at,
    })
    .onConflict((conflict) => conflict.columns(['contract_id', 'side']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!signed) return
  await noteEvent(tx, { contract: contract.id, what: 'SIGNED', side, by })
  if (side === 'CUSTOMER')
    await notify(deps, tx, {
      kind: 'contractSigned',
      reservation: contract.reservation_id,
      once: `contract ${contract.id}`,
    })
}

/** Who calls, for the evidence. */
export function doing({
  deps,
  clientAddress,
  device,
  person,
}: Pick<ApiContext, 'deps' | 'clientAddress' | 'device'> & { person?: Person | undefined }): Doing {
  return { clientAddress, ...(device !== undefined && { device }), account: person?.id ?? null, at: deps.now() }
}

async function deskContract(context: Asking, db: Kysely<DB>) {
  const { deps, language, person, reservation } = context
  const now = deps.now()
  const { id } = reservation
  const seen = await readSeen(db, { id, person, now })
  if (seen !== 'FIRST_NAME')
    await noteReading(context, { subject: 'reservation', key: id, call: 'GET /desk/reservations/{id}/contract/' })
  const { fullname } = contactAsSeen(reservation, seen)
  const [state, rows, events, staff, vin] = await Promise.all([
    contractState(db, reservation, { now, language, fullname }),
    contractsOf(db, id),
    db
      .selectFrom('contract_event as event')
      .innerJoin('contract', 'contract.id', 'event.contract_id')
      .leftJoin('account', 'account.id', 'event.account_id')
      .select(['what', 'side', 'at', 'network_address', 'device', 'account.fullname as by', 'number', 'addendum'])
      .where('contract.reservation_id', '=', id)
      .orderBy('event.id')
      .limit(200)
      .execute(),
    db.selectFrom('account').select('fullname').where('id', '=', person.id).executeTakeFirst(),
    vinOf(db, reservation.ad_id),
  ])
  const isHidden = seen === 'FIRST_NAME'
  const last = rows.at(-1)
  return {
    ...state,
    contracts: isHidden ? [] : state.contracts,
    licence: seen === 'PAPERS' ? (last?.licence ?? null) : null,
    vin: last?.vin ?? vin,
    language: reservation.language,
    events: isHidden
      ? []
      : events.map(({ number, addendum, at, side, by, ...event }) => ({
          ...event,
          ...{ contract: contractNumber({ number, addendum }), side, at: at.toISOString() },
          by: side === 'COMPANY' ? by : null,
        })),
    staff: staff?.fullname ?? null,
  }
}

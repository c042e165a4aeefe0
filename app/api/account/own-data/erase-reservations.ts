import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#app/api/call/context.ts'

/** A reservation, and the pseudonym for its phone. */
export type Nameless = { id: string; phone: string }

/** A number that cannot exist: no dial code begins with 0. */
export function pseudonym(): string {
  const digits = Array.from({ length: 13 }, () => randomInt(10)).join('')
  return `+0${digits}`
}

/**
 * Removes the person from reservations, their changes and payments; amounts, dates and vehicles stay. With `keepsInvoices` the rest of
 * an invoice stays, too: the name on a paid reservation and what the company has written. Returns the files to remove after the commit. Source: decisions.md, "Identity and access".
 */
export async function eraseReservations(
  tx: Tx,
  { reservations, keepsInvoices }: { reservations: Nameless[]; keepsInvoices: boolean },
): Promise<string[]> {
  if (reservations.length === 0) return []
  const ids = reservations.map(({ id }) => id)
  await sql`
    update reservation set
      phone = nameless.phone,
      fullname = case when ${keepsInvoices} and paid > 0 then fullname else '—' end,
      national_id = '—', date_of_birth = '1900-01-01', email = null, by_email = false,
      country = null, city = null, address = null, zip_code = null,
      receive_address = null, return_address = null, network_address = ''
    from json_to_recordset(${JSON.stringify(reservations)}) as nameless (id text, phone text)
    where reservation.id = nameless.id`.execute(tx)
  await tx.deleteFrom('event').where('reservation_id', 'in', ids).execute()
  // A company's block goes with the last that it knows of the person.
  await sql`
    delete from company_block as block where not exists (select from reservation
      where reservation.company_id = block.company_id and reservation.phone = block.phone)`.execute(tx)
  await sql`
    update discount_use set phone = reservation.phone
    from reservation where reservation.id = reservation_id and reservation_id = any(${ids})`.execute(tx)
  await sql`
    update reservation_change set wanted = wanted || '{"receive_address": null, "return_address": null}',
      message = null, answer = null
    where reservation_id = any(${ids})`.execute(tx)
  await tx.updateTable('quote').set({ message: null, answer: null }).where('reservation_id', 'in', ids).execute()
  await tx
    .updateTable('payment')
    .set({ card: null, redirect: null })
    .where('reservation_id', 'in', ids)
    .where((where) => where.or([where('card', 'is not', null), where('redirect', 'is not', null)]))
    .execute()
  await tx
    .updateTable('reservation_event')
    .set({ reason: null })
    .where('reservation_id', 'in', ids)
    .where('actor', 'in', keepsInvoices ? ['CUSTOMER'] : ['CUSTOMER', 'COMPANY', 'OPERATOR'])
    .where('reason', 'is not', null)
    .execute()
  await tx
    .updateTable('protocol')
    .set({ handed_by: '—', received_by: '—', note: null })
    .where('reservation_id', 'in', ids)
    .execute()
  // What was signed stays with its invoice, without the numbers of papers and where it was signed from.
  if (keepsInvoices) {
    await sql`update contract set licence = null where reservation_id = any(${ids})`.execute(tx)
    await sql`
      update contract_signature set network_address = '', device = '', code_to = '', account_id = null
      from contract where contract.id = contract_id and reservation_id = any(${ids}) and side = 'CUSTOMER'`.execute(tx)
    await sql`
      update contract_event set network_address = '', device = '', account_id = null
      from contract where contract.id = contract_id and reservation_id = any(${ids}) and side = 'CUSTOMER'`.execute(tx)
  } else await tx.deleteFrom('contract').where('reservation_id', 'in', ids).execute()
  const disputes = tx
    .selectFrom('dispute')
    .innerJoin('proposal', 'proposal.id', 'proposal_id')
    .select('dispute.id')
    .where('reservation_id', 'in', ids)
  await tx.deleteFrom('dispute_statement').where('dispute_id', 'in', disputes).execute()
  await tx
    .updateTable('dispute')
    .set({ reason: '—' })
    .where('id', 'in', disputes)
    .where('reason', 'is not', null)
    .execute()
  await tx.deleteFrom('charge_draft').where('reservation_id', 'in', ids).execute()
  await tx.deleteFrom('protocol_draft').where('reservation_id', 'in', ids).execute()
  const photos = await tx
    .deleteFrom('protocol_photo')
    .where('reservation_id', 'in', ids)
    .returning('file_key')
    .execute()
  await tx.deleteFrom('identity_check').where('reservation_id', 'in', ids).execute()
  await tx.deleteFrom('invoice_recipient').where('reservation_id', 'in', ids).execute()
  if (!keepsInvoices)
    await sql`
      update invoice set recipient = null from payment
      where payment.id = payment_id and reservation_id = any(${ids}) and recipient is not null`.execute(tx)
  await tx.deleteFrom('arrival').where('reservation_id', 'in', ids).execute()
  await tx.deleteFrom('driver_record').where('reservation_id', 'in', ids).execute()
  await tx.deleteFrom('key_box').where('reservation_id', 'in', ids).execute()
  const drivers = await tx
    .deleteFrom('further_driver')
    .where('reservation_id', 'in', ids)
    .returning(['front_key', 'back_key'])
    .execute()
  const licences = await tx
    .deleteFrom('licence_check')
    .where('reservation_id', 'in', ids)
    .returning(['front_key', 'back_key'])
    .execute()
  await tx.deleteFrom('notification').where('reservation_id', 'in', ids).execute()
  const images = await tx.deleteFrom('deposit_image').where('reservation_id', 'in', ids).returning('key').execute()
  return [
    ...images.map(({ key }) => key),
    ...photos.map(({ file_key }) => file_key),
    ...[...licences, ...drivers]
      .flatMap(({ front_key, back_key }) => [front_key, back_key])
      .filter((key) => key !== null),
  ]
}

import { IRAN_DIAL_CODE } from '../constants.ts'
import { dialCodeOf } from './phone.ts'

/** A phone (E.164) as somebody wrote it, the e-mail beside it (lower case), and whether an SMS has proven the phone. */
export type Contact = { phone: string; email: string | null; phoneProven: boolean }

/**
 * Whom reservations, a wallet and an account belong to: the phone where it says who somebody is, else phone and e-mail together.
 * The owner of every WALLET account of the ledger is such a text; `account.holder` and `reservation.holder` hold it ready,
 * made by the database in the same way. Source: decisions.md, "Abroad".
 */
export function holderOf({ phone, email, phoneProven }: Contact): string {
  return phoneProven || identifies(phone) ? phone : `${phone}|${email ?? ''}`
}

/** Whether a phone says who somebody is before an SMS has proven it: one to an Iranian number always arrives. */
export function identifies(phone: string): boolean {
  return dialCodeOf(phone) === IRAN_DIAL_CODE
}

/** The phone of a holder, for people to read. */
export function phoneOfHolder(holder: string): string {
  return holder.split('|')[0] ?? ''
}

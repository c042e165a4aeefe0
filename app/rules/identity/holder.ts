import { IRAN_DIAL_CODE } from '../constants.ts'
import { dialCodeOf } from './phone.ts'

/**
 * A phone (E.164) as somebody typed it, the e-mail address typed with it (lower case), and whether an SMS has proven
 * the phone.
 */
export type Contact = { phone: string; email: string | null; phoneProven: boolean }

/**
 * Who owns reservations, a wallet and an account: the phone if it identifies a person, otherwise phone and e-mail
 * address together. The owner of every WALLET account in the ledger is such a text; the database generates
 * `account.holder` and `reservation.holder` in the same way. Source: decisions.md, "Abroad".
 */
export function holderOf({ phone, email, phoneProven }: Contact): string {
  return phoneProven || identifies(phone) ? phone : `${phone}|${email ?? ''}`
}

/** Whether a phone identifies a person before an SMS has proven it: an SMS to an Iranian number always arrives. */
export function identifies(phone: string): boolean {
  return dialCodeOf(phone) === IRAN_DIAL_CODE
}

/** The phone of a holder, for people to read. */
export function phoneOfHolder(holder: string): string {
  return holder.split('|')[0] ?? ''
}

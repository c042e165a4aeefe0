import { type Posting, post } from '#app/api/books/ledger.ts'
import type { Deps, Tx } from '#app/api/call/context.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { shownDeposit } from '#app/api/reservations/read/deposit-facts.ts'
import { cardReturnState, setAsideForCard } from '#app/api/reservations/status/start-card-return.ts'
import { depositRows } from '#app/db/deposit.ts'
import type { PaymentRow } from '#app/db/payment.ts'
import type { DeskMoneyRow } from '#app/db/protocol.ts'
import { currencyIn, type ReservationRow } from '#app/db/reservation.ts'
import { depositBackDays } from '#app/rules/reservation/deposit.ts'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'

type Step = {
  amount: number
  reference?: string | undefined
  proposal?: string
  /** The account of who does it; null where the marketplace does it by itself. */
  by: string | null
  at: Date
}

/**
 * Books a deposit that was paid at a bank: the marketplace holds it and owes it to the customer, who is notified of the day by which it
 * is given back, as the company is that it is there. The caller has locked the reservation and has checked that it is the one agreed.
 */
export async function holdOnlineDeposit(
  deps: Deps,
  tx: Tx,
  { reservation, payment }: { reservation: ReservationRow; payment: PaymentRow },
): Promise<void> {
  const { id } = reservation
  const { amount, gateway } = payment
  const at = deps.now()
  const step = await record(tx, reservation, {
    ...{ purpose: 'DEPOSIT', amount, reference: String(payment.number), by: null, at },
  })
  await post(tx, {
    ...postingOf(step, { reservation, payment, at }),
    kind: 'DEPOSIT',
    entries: [
      { kind: 'GATEWAY', owner: gateway, amount: -amount },
      { kind: 'DEPOSIT', owner: id, amount },
    ],
  })
  const day = await fixBackDays(tx, id, at)
  await notify(deps, tx, { kind: 'depositPaid', reservation: id, amount, day })
  await notify(deps, tx, { kind: 'depositPaidOnline', reservation: id, amount, day })
}

/**
 * Gives a part of a deposit back that was paid online, and notifies the customer: to the card, if it is all of the payment and its bank
 * can still reverse it, otherwise to the wallet of the reservation's holder, as cash. What a bank refuses goes to the wallet, too
 * (`returnToCard`). The caller has locked the reservation and has checked the amount. Source: decisions.md, "Refunds".
 */
export async function returnOnlineDeposit(
  deps: Deps,
  tx: Tx,
  reservation: ReservationRow,
  given: Pick<Step, 'amount' | 'by' | 'at'>,
): Promise<void> {
  const { amount, by, at } = given
  const { id, holder } = reservation
  const payment = await lockDepositPayment(tx, id)
  const step = await record(tx, reservation, { purpose: 'DEPOSIT_BACK', amount, by, at })
  const toCard =
    amount === payment.amount && payment.card_return === null && cardReturnState(deps, payment, at) === 'POSSIBLE'
  if (toCard) await setAsideForCard(deps, tx, { payment, bearer: { kind: 'DEPOSIT', owner: id }, at })
  else
    await post(tx, {
      ...postingOf(step, { reservation, payment, at }),
      kind: 'DEPOSIT_BACK',
      entries: [
        { kind: 'DEPOSIT', owner: id, amount: -amount },
        { kind: 'WALLET', owner: holder, amount },
      ],
    })
  await notify(deps, tx, { kind: toCard ? 'depositBackCard' : 'depositBackWallet', reservation: id, amount })
}

/**
 * Books what is kept of a deposit that was paid online: it is the company's, as any charge that is paid online, and has an invoice from
 * then on. The caller has locked the reservation and has checked the amount and its ground.
 */
export async function keepOnlineDeposit(tx: Tx, reservation: ReservationRow, kept: Step): Promise<void> {
  const { id, company_id } = reservation
  const { amount, at } = kept
  const payment = await lockDepositPayment(tx, id)
  const step = await record(tx, reservation, { ...kept, purpose: 'CHARGE_FROM_DEPOSIT' })
  await post(tx, {
    ...postingOf(step, { reservation, payment, at }),
    kind: 'CHARGE',
    entries: [
      { kind: 'DEPOSIT', owner: id, amount: -amount },
      { kind: 'COMPANY', owner: company_id, amount },
    ],
  })
}

/** Stores within how many days a deposit that was just taken is given back, which later terms do not change; returns the last day. */
export async function fixBackDays(tx: Tx, reservation: string, at: Date): Promise<CalendarDate | undefined> {
  const read = () => depositRows(tx).where('reservation.id', '=', reservation).executeTakeFirstOrThrow()
  const { country, deposit_back_days } = await read()
  await tx
    .updateTable('deposit')
    .set({ back_days: depositBackDays(country, deposit_back_days) })
    .where('reservation_id', '=', reservation)
    .execute()
  return shownDeposit(await read(), at).back_by ?? undefined
}

function lockDepositPayment(tx: Tx, reservation: string): Promise<PaymentRow> {
  return tx
    .selectFrom('payment')
    .selectAll()
    .where('reservation_id', '=', reservation)
    .where('settled_as', '=', 'DEPOSIT')
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** The deposit's row is added up from these by the database. */
async function record(
  tx: Tx,
  { id: reservation_id }: ReservationRow,
  { purpose, amount, reference, proposal, by, at }: Step & Pick<DeskMoneyRow, 'purpose'>,
): Promise<string> {
  const id = publicId()
  await tx
    .insertInto('desk_money')
    .values({
      ...{ id, reservation_id, purpose, way: 'ONLINE', amount, account_id: by, at },
      ...{ reference: reference ?? null, proposal_id: proposal ?? null },
    })
    .execute()
  return id
}

function postingOf(
  step: string,
  { reservation, payment, at }: { reservation: ReservationRow; payment: PaymentRow; at: Date },
): Pick<Posting, 'key' | 'currency' | 'at' | 'reservation' | 'payment'> {
  return { key: `deposit ${step}`, currency: currencyIn(payment), at, reservation: reservation.id, payment: payment.id }
}

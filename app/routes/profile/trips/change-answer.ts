import type { z } from 'zod'
import type { ChangeQuote } from '#app/contract/own-reservations.ts'
import type { CurrencyCode, Gateway } from '#app/rules/constants.ts'
import type { FormReply } from '#app/ui/form.tsx'
import type { OwnTrip } from './own-trip.server.ts'

/** What the change would cost; `isSame` where nothing is different yet. */
export type ShownChange = z.infer<typeof ChangeQuote> & { isSame: boolean }

/** What a form of the page comes back with. */
export interface ChangeAnswer {
  form: FormReply | null
  quote?: ShownChange
  bank?: { url: string; fields: Record<string, string> }
}

/** The trip as its change page shows it. */
export type ChangedTrip = Pick<OwnTrip, 'id' | 'number' | 'city' | 'currency' | 'change' | 'changeable_until'> & {
  title: string
}

/** How a change is paid for while it is held. */
export interface WaitingPayment {
  quote: {
    transaction_id: string
    currency: CurrencyCode
    gateway: Gateway
    wallet_balance: number
    left: number
    hold_until: string
  }
  leftMs: number
  idempotencyKey: string
}

import type { z } from 'zod'
import type { ChangeQuote } from '#app/contract/reservations/own-reservations.ts'
import type { BankEntrance } from '#app/features/payment/bank-form.tsx'
import type { FormReply } from '#app/ui/form/form.tsx'
import type { OwnTrip } from '../own-trip.server.ts'

/** What the change would cost; `isSame` where nothing is different yet. */
export type ShownChange = z.infer<typeof ChangeQuote> & { isSame: boolean }

/** What a form of the page comes back with. */
export interface ChangeAnswer {
  form: FormReply | null
  quote?: ShownChange
  bank?: BankEntrance
}

/** The trip as its change page shows it. */
export type ChangedTrip = Pick<OwnTrip, 'id' | 'number' | 'city' | 'currency' | 'change' | 'changeable_until'> & {
  title: string
}

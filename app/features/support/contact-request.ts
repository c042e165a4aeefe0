import type { MouseEvent } from 'react'
import { insteadOfLink } from '#app/ui/dialog-link.ts'
import { observed } from '#app/ui/observed.ts'

const requested = observed(false)
export const subscribeToContact = requested.subscribe
export const contactRequested = requested.get

/** Lets a link to the contact page open the same list over the page at hand (§2, "Dialogs"). */
export function contactOver(event: MouseEvent) {
  insteadOfLink(event, () => requested.set(true))
}

/** Closes the contact dialog. */
export function closeContact() {
  requested.set(false)
}

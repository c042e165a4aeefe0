import type { MouseEvent } from 'react'
import { insteadOfLink } from '#app/ui/dialog-link.ts'
import { observed } from '#app/ui/observed.ts'

const requested = observed(false)
export const subscribeToContact = requested.subscribe
export const contactRequested = requested.get

/** A click handler for links to the contact page that opens its list over the current page instead (§2, "Dialogs"). */
export function contactOver(event: MouseEvent) {
  insteadOfLink(event, () => requested.set(true))
}

/** Closes the contact dialog. */
export function closeContact() {
  requested.set(false)
}

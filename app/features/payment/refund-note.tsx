import { useText } from '#app/i18n/text/text.tsx'

/** The sentence about where refunds go and how many days they take, the same on every page. */
export function RefundNote() {
  return <p className="sm soft">{useText('refunds')('way')}</p>
}

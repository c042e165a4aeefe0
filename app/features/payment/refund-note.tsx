import { useText } from '#app/i18n/text/text.tsx'

/** Where money that is given back goes, and in how many days: the one sentence that every page has about it. */
export function RefundNote() {
  return <p className="sm soft">{useText('refunds')('way')}</p>
}

import { api } from '#app/api/call/context.ts'
import { wholeList } from '#app/api/call/lists.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'

const BROUGHT = ['identity', 'licence', 'voucher', 'guarantee', 'balance'] as const

/** What travellers bring to the counter (§7): one text per item, in the caller's language. */
export const voucherDescription = api.reservations.voucherDescription.handler(({ context: { language } }) => {
  const text = textFor(language, 'message')
  return wholeList(BROUGHT.map((slug) => ({ slug, text: text.loose(`bring.${slug}`) })))
})

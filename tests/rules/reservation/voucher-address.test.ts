import { expect, test } from 'vitest'
import { voucherIdIn } from '#app/rules/reservation/voucher-address.ts'

const ID = 'Tk38-tBXEXw2Hrx5Ax6nCA'

test.each([
  [`https://example.com/voucher/${ID}`, ID],
  [` https://example.com/en/voucher/${ID}?print `, ID],
  [`/voucher/${ID}/cancel`, ID],
  ['https://example.com/voucher/short', undefined],
  ['SV-48213', undefined],
  ['', undefined],
])('%s', (text, id) => {
  expect(voucherIdIn(text)).toBe(id)
})

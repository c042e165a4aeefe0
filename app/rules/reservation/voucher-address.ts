/** The id in the address of a voucher, as its QR code has it; undefined for any other text. */
export function voucherIdIn(text: string): string | undefined {
  return /\/voucher\/([A-Za-z0-9_-]{22,64})(?:[?#/]|$)/.exec(text.trim())?.[1]
}

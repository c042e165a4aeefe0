/** `09121234567` for `+989121234567`, the form that every Iranian provider accepts; undefined for any other number. */
export function iranianMobile(phone: string): string | undefined {
  return /^\+989\d{9}$/.test(phone) ? `0${phone.slice(3)}` : undefined
}

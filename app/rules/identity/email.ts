const LONGEST_EMAIL = 254

/**
 * Whether an e-mail address has the standard form: something before one @, and after it a domain of letters, digits and
 * hyphens with at least one dot. Says nothing about whether it exists. Source: §5.
 */
export function isEmail(text: string): boolean {
  return (
    text.length <= LONGEST_EMAIL &&
    /^[A-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Z0-9](?:[A-Z0-9-]{0,61}[A-Z0-9])?\.)+(?:[A-Z]{2,63}|xn--[A-Z0-9-]{2,59})$/i.test(
      text,
    ) &&
    !/^\.|\.\.|\.@/.test(text)
  )
}

/**
 * The mailbox that an address delivers to: without the suffix after a `+`, in lower case. Limits of a receiver
 * count by it, because a mailbox has any number of addresses. Source: RFC 5233.
 */
export function mailboxOf(email: string): string {
  return normaliseEmail(email).replace(/^([^+@]+)\+[^@]*@/, '$1@')
}

/** An address as others may see it: `s•••@mail.example`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(1, at))}•••${email.slice(at)}`
}

/** The form in which addresses are compared and stored: no spaces around, lower case. */
export function normaliseEmail(text: string): string {
  return text.trim().toLowerCase()
}

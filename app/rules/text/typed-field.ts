import { isEmail } from '#app/rules/identity/email.ts'
import { cleanIdentity, mayBeIdentity } from '#app/rules/identity/national-id.ts'
import { isPersonName } from '#app/rules/identity/person-name.ts'
import { isPhone } from '#app/rules/identity/phone.ts'
import { isUsername } from '#app/rules/identity/username.ts'
import { type Calendar, parseDate } from '#app/rules/time/calendar-date.ts'
import { isPlainText } from './plain-text.ts'

/** A key of `errors.json`. */
type ErrorKey = string

/**
 * The rules of fields by name, the same as in the contract's schemas: the browser validates a field on blur without
 * loading zod (21 kB). Empty fields are not validated here.
 */
const RULES: Record<string, (text: string) => ErrorKey | undefined> = {
  email: (text) => {
    if (!isPlainText(text)) return 'characters'
    return isEmail(text) ? undefined : 'email'
  },
  fullname: (text) => {
    if (!isPlainText(text)) return 'characters'
    return isPersonName(text) ? undefined : 'fullname'
  },
  national_id: (text) => {
    if (cleanIdentity(text) === '') return 'required'
    const identity = mayBeIdentity(text)
    return identity.ok ? undefined : identity.kind
  },
  phone: (text) => (isPhone(text) ? undefined : 'phone'),
  username: (text) => (isUsername(text) ? undefined : 'username'),
}

/** Whether a field of this name is validated on blur. */
export function hasRule(name: string): boolean {
  return Object.hasOwn(RULES, name)
}

/** The error of a typed field; undefined where it is valid. */
export function judgeTyped(name: string, typed: string): ErrorKey | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  const rule = hasRule(name) ? RULES[name] : undefined
  return rule ? rule(text) : isPlainText(text, { lines: true }) ? undefined : 'characters'
}

/** The same for a past date that is typed in three parts. */
export function judgeTypedDate(
  parts: { day: string; month: string; year: string },
  page: { calendar: Calendar },
): ErrorKey | undefined {
  if (Object.values(parts).every((part) => part.trim() === '')) return undefined
  // `parseDate` only needs `today` for dates without a year, which are invalid here.
  const isWhole = Object.values(parts).every((part) => part.trim() !== '')
  return isWhole && parseDate(parts, { ...page, today: '2000-01-01' }).ok ? undefined : 'date'
}

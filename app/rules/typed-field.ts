import { type Calendar, parseDate } from './calendar-date.ts'
import { isEmail } from './email.ts'
import { cleanIdentity, mayBeIdentity } from './national-id.ts'
import { isPersonName } from './person-name.ts'
import { isPhone } from './phone.ts'
import { isPlainText } from './plain-text.ts'
import { isUsername } from './username.ts'

/** A key of `errors.json`. */
type ErrorKey = string

/**
 * The rules of fields by their names in every form, as the contract's schemas apply them: for judging a field in the
 * browser once it is left, without the schemas' library (21 kB). Empty fields are not judged here.
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

/** Whether a field has a rule of its own. */
export function hasRule(name: string): boolean {
  return Object.hasOwn(RULES, name)
}

/** What is wrong with a text that somebody typed into a field; undefined where nothing is. */
export function judgeTyped(name: string, typed: string): ErrorKey | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  const rule = hasRule(name) ? RULES[name] : undefined
  return rule ? rule(text) : isPlainText(text, { lines: true }) ? undefined : 'characters'
}

/** The same for a day long ago that is typed in its three parts. */
export function judgeTypedDate(
  parts: { day: string; month: string; year: string },
  page: { calendar: Calendar },
): ErrorKey | undefined {
  if (Object.values(parts).every((part) => part.trim() === '')) return undefined
  // A date with its year is complete without today's; one without a year is no date here.
  const isWhole = Object.values(parts).every((part) => part.trim() !== '')
  return isWhole && parseDate(parts, { ...page, today: '2000-01-01' }).ok ? undefined : 'date'
}

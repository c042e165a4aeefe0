import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data, type RouterContextProvider } from 'react-router'
import { object, type output, preprocess, type ZodError, ZodObject, type ZodType } from 'zod'
import { calendarOf } from '#app/i18n/format/dates.ts'
import type { FieldError } from '#app/i18n/text/field-error.ts'
import { FORM_TOKEN_FIELD, HOME_ZONE, type Language } from '#app/rules/constants.ts'
import { toLatinDigits } from '#app/rules/text/digits.ts'
import { type CalendarDate, parseDate } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { siteContext } from './context.ts'
import { fieldNamesOf } from './field-names.ts'
import { typedDialCode } from './typed-dial-code.server.ts'

/** An action's answer to a form that it refuses; shown by `useReply` of ui/form/form.tsx. */
export type FormReply = SubmissionResult<FieldError[]>

/** Errors by field, each a key of `errors.json` or a whole `FieldError`; the empty name is the form as a whole. */
export type FieldErrors = Record<string, readonly (string | FieldError)[]>

/** A form with buttons only. */
export const NoFields = object({})

/** What parsing a form's fields depends on. */
interface FormPage {
  language: Language
  /** Today's date at the place of rental, which completes dates without a year. */
  today: CalendarDate
}

/** For forms that belong to no city; today's date is that of Iran. */
export function formPage(context: Readonly<RouterContextProvider>): FormPage {
  return { language: context.get(siteContext).language, today: dateIn(HOME_ZONE, new Date()) }
}

export type ParsedForm<Value> =
  | { ok: true; value: Value; fields: FormData; refuse: Refuse }
  | {
      ok: false
      fields: FormData
      reply: ReturnType<Refuse>
      /** The fields that passed their own rules, for checking rules between fields. */
      valid: Partial<Value>
    }

/**
 * Shows the form again with everything typed, and errors that were found later. `return form.refuse({ '':
 * ['voucher_not_found'] }, 404)`
 */
type Refuse = (fieldErrors: FieldErrors, status?: number) => ReturnType<typeof answerWith>

const DATES = [
  'start_date',
  'end_date',
  'date_of_birth',
  'due_on',
  'done_on',
  'next_on',
  'bought_on',
  'sold_on',
  'fined_on',
  'pay_by',
  'licence_until',
  'valid_until',
  'since_on',
]
const TIMES = ['start_time', 'end_time', 'fined_at', 'arrives_at', 'since_at']
/** Fields that belong to the form and not to the call. */
const OWN_FIELDS = ['intent', 'idempotency_key']
/** The CSRF token was checked before; conform's own two would let visitors control its parser. */
const UNREAD_FIELDS = [FORM_TOKEN_FIELD, '__intent__', '__state__']
/** Replaces all unknown fields; a strict schema refuses it as it would refuse them. */
const UNKNOWN_FIELD = 'unknown'

/**
 * Parses and validates a form with the contract's schema. Dates may be in parts or text, in either calendar and any
 * digits; the schema gets them in ISO form (decisions.md, "Forms"). Empty values count as missing. `const form = await
 * parseForm(request, Driver, formPage(context)); if (!form.ok) return form.reply` Only names that the schema knows
 * reach the parser, as made-up names could make it slow.
 * @param wholeForm the schema of the whole form, where only a part is validated; all its fields are returned as typed
 */
export async function parseForm<Schema extends ZodType>(
  source: Request | FormData | URLSearchParams,
  schema: Schema,
  page: FormPage,
  wholeForm?: ZodType,
): Promise<ParsedForm<output<Schema>>> {
  const fields = withoutUnread(source instanceof Request ? await source.formData() : source)
  const names = new Set([schema, ...(wholeForm ? [wholeForm] : [])].flatMap((one) => [...fieldNamesOf(one, DATES)]))
  let given: Record<string, unknown> = {}
  const normalise = (payload: unknown) => {
    given = normalised(payload as Record<string, unknown>, page)
    return given
  }
  const submission = parseWithZod(knownFields(fields, names), {
    schema: preprocess(normalise, schema),
    formatError: (issues: Issue[]) => issues.map((issue) => fieldErrorOf(issue, valueAt(given, issue.path))),
  })
  const refuse: Refuse = (fieldErrors, status = 400) =>
    answerWith(submission.reply({ fieldErrors: mapErrors(fieldErrors), hideFields: filesOf(fields) }), status)
  if (submission.status !== 'success') {
    return {
      ok: false,
      fields,
      reply: answerWith(submission.reply({ fieldErrors: {}, hideFields: filesOf(fields) }), 400),
      valid: validPart(schema, given),
    }
  }
  return { ok: true, value: submission.value, fields, refuse }
}

/** The fields that are valid on their own. */
function validPart<Schema extends ZodType>(schema: Schema, given: Record<string, unknown>): Partial<output<Schema>> {
  if (!(schema instanceof ZodObject)) return {}
  const taken = Object.entries(schema.shape as Record<string, ZodType>).flatMap(([name, field]) => {
    const parsed = field.safeParse(given[name] === '' ? undefined : given[name])
    return parsed.success ? [[name, parsed.data] as const] : []
  })
  return Object.fromEntries(taken) as Partial<output<Schema>>
}

/** Adds errors to those that the schema found, so that all are shown at once. The schema's come first. */
export function withErrors(reply: ReturnType<Refuse>, fieldErrors: FieldErrors): ReturnType<Refuse> {
  const { form } = reply.data
  return { ...reply, data: { form: { ...form, error: { ...mapErrors(fieldErrors), ...form.error } } } }
}

function answerWith(form: FormReply, status: number) {
  return data({ form }, { status })
}

function withoutUnread(source: FormData | URLSearchParams): FormData {
  const fields = new FormData()
  for (const [name, value] of source.entries()) if (!UNREAD_FIELDS.includes(name)) fields.append(name, value)
  return fields
}

function knownFields(fields: FormData, names: ReadonlySet<string>): FormData {
  const kept = new FormData()
  for (const [name, value] of fields.entries()) {
    if (names.has(name) || OWN_FIELDS.includes(name)) kept.append(name, value)
    else kept.set(UNKNOWN_FIELD, '')
  }
  return kept
}

/** Files can't be prefilled, so they are left out. */
function filesOf(fields: FormData): string[] {
  return [...fields.entries()].filter(([, value]) => typeof value !== 'string').map(([name]) => name)
}

function normalised(payload: Record<string, unknown>, page: FormPage) {
  const given: Record<string, unknown> = { ...payload }
  for (const name of OWN_FIELDS) delete given[name]
  for (const name of DATES) if (name in given) given[name] = isoOrTyped(given[name], page)
  for (const name of TIMES) if (typeof given[name] === 'string') given[name] = toLatinDigits(given[name]).trim()
  if (typeof given.country_code === 'string') given.country_code = typedDialCode(given.country_code)
  return given
}

/** ISO for a valid date, undefined for none, and the text itself for an invalid one, which the schema refuses. */
function isoOrTyped(given: unknown, { language, today }: FormPage) {
  const input = typeof given === 'string' ? given : partsOf(given)
  const parsed = parseDate(input, { calendar: calendarOf(language), today })
  if (parsed.ok) return parsed.date
  return parsed.reason === 'missing' ? undefined : 'not a date'
}

function partsOf(given: unknown) {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return { day: '?', month: '?' }
  const text = (part: string) => {
    const value = (given as Record<string, unknown>)[part]
    return typeof value === 'string' ? value : undefined
  }
  return { day: text('day'), month: text('month'), year: text('year') }
}

type Issue = ZodError['issues'][number]

/** The contract's messages are keys; zod's own issues are mapped to keys by their code. */
function fieldErrorOf(issue: Issue, given: unknown): FieldError {
  const isAbsent = given === undefined || given === ''
  if (isAbsent && issue.code !== 'custom' && issue.code !== 'unrecognized_keys') return { key: 'required' }
  const values = { ...boundOf(issue), ...(issue.code === 'custom' ? valuesIn(issue.params) : {}) }
  const key = /^[a-z][a-z0-9_]*$/.test(issue.message) ? issue.message : keyOfKind(issue)
  return Object.keys(values).length > 0 ? { key, values } : { key }
}

function keyOfKind(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return 'unknown_field'
  if (issue.code === 'invalid_format') return issue.format === 'email' ? 'email' : 'invalid'
  if (issue.code === 'too_small') return keyOfBound(issue.origin, issue.exact, ['min_length', 'min'])
  if (issue.code === 'too_big') return keyOfBound(issue.origin, issue.exact, ['max_length', 'max'])
  if (issue.code === 'invalid_type' && issue.expected === 'number') return 'number'
  return 'invalid'
}

function keyOfBound(origin: string, exact: boolean | undefined, [ofText, ofNumber]: [string, string]): string {
  if (origin === 'file') return 'file_size'
  if (origin !== 'string') return ofNumber
  return exact ? 'exact_length' : ofText
}

function boundOf(issue: Issue): Record<string, number> {
  if (issue.code === 'too_small') return { n: Number(issue.minimum) }
  return issue.code === 'too_big' ? { n: Number(issue.maximum) } : {}
}

function valuesIn(params: Record<string, unknown> | undefined) {
  const isValue = (entry: [string, unknown]): entry is [string, string | number] =>
    typeof entry[1] === 'string' || typeof entry[1] === 'number'
  return Object.fromEntries(Object.entries(params ?? {}).filter(isValue))
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, part) => (typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[part] : undefined),
    given,
  )
}

/** Errors as the form takes them: a key alone becomes a `FieldError` without values. */
export function mapErrors(fieldErrors: FieldErrors): Record<string, FieldError[]> {
  return Object.fromEntries(
    Object.entries(fieldErrors).map(([name, list]) => [
      name,
      list.map((fieldError) => (typeof fieldError === 'string' ? { key: fieldError } : fieldError)),
    ]),
  )
}

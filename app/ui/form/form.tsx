import type { SubmissionResult } from '@conform-to/react'
import { type ComponentProps, type FormEvent, type ReactNode, useState, useSyncExternalStore } from 'react'
import { useNavigation } from 'react-router'
import type { FieldError } from '#app/i18n/text/field-error.ts'
import type { ControlProps } from './field.tsx'

/** An action's answer to a refused form: what was typed, and the errors. */
export type FormReply = SubmissionResult<FieldError[]>

/** HTML's validation attributes of a field: a courtesy, the server decides. */
export type Constraints = Record<string, Pick<ControlProps, 'required' | 'minLength' | 'maxLength' | 'pattern'>>

export interface ReplyForm {
  /** For the `<form>`: its id, and `noValidate` once scripts can show our own messages in place of the browser's. */
  props: { id: string; noValidate: boolean } & Pick<ComponentProps<'form'>, 'onSubmit' | 'onBlur' | 'onInput'>
  /** For a control: `<TextField {...form.field('fullname')} label={…} />`. */
  field(name: string): ControlProps
  /** As typed, otherwise the initial value; works for parts of a date, too: `form.value('start_date.day')`. */
  value(name: string): string | undefined
  /** For checkboxes and radio cards: whether this value was chosen. */
  isChosen(name: string, value?: string): boolean
  fieldErrors(name: string): readonly FieldError[] | undefined
  /** All errors with their elements' ids, in the order of `fields`; errors of the whole form come first. */
  summary(fields: Record<string, string>): SummaryEntry[]
}

export interface SummaryEntry {
  /** Absent where the error belongs to the form as a whole. */
  id?: string
  name?: string
  label?: string
  fieldError: FieldError
  /** The answer that it is of; another object for each answer. */
  reply?: FormReply
}

/**
 * The state of a form, initially and after it was refused, in the wire format of conform, whose parser
 * reads it on the server (`web/page/forms.ts`). The browser needs no library for it: the reply contains everything.
 * A field's error is gone once the field is changed.
 * @param id unique on the page; the fields' ids begin with it
 * @param reply the action's answer, if it is about this form
 * @param initial the fields' initial values
 */
export function useReply(
  id: string,
  {
    reply,
    initial = {},
    constraints = {},
  }: { reply?: FormReply | null; initial?: Record<string, string | undefined>; constraints?: Constraints } = {},
): ReplyForm {
  const noValidate = useHydrated()
  const { isCorrected, onInput } = useCorrected(reply)
  const typed = reply?.initialValue
  const value = (name: string) => (typed ? asText(valueAt(typed, name)) : initial[name])
  const fieldErrors = (name: string) => (!isCorrected(name) && reply?.error?.[name]) || undefined
  const idOf = (name: string) => `${id}-${name.replaceAll('.', '-')}`
  return {
    props: { id, noValidate, onInput },
    field: (name) => ({
      id: idOf(name),
      name,
      defaultValue: value(name),
      ...constraints[name],
      fieldErrors: fieldErrors(name),
    }),
    value,
    fieldErrors,
    isChosen: (name, wanted = 'on') => {
      if (!typed) return initial[name] === wanted
      const given = valueAt(typed, name)
      return Array.isArray(given) ? given.includes(wanted) : given === wanted
    },
    summary: (fields) =>
      (reply ? summaryOf(reply, fields, idOf) : []).filter(({ name }) => !name || !isCorrected(name)),
  }
}

/** The fields that were changed since an answer: their errors are of what they held before. */
function useCorrected(reply: FormReply | null | undefined) {
  const [changed, setChanged] = useState<{ since: typeof reply; names: readonly string[] }>({ since: reply, names: [] })
  const names = changed.since === reply ? changed.names : []
  return {
    // A part of a date is the date's.
    isCorrected: (name: string) => names.some((one) => one === name || one.startsWith(`${name}.`)),
    onInput: ({ target }: FormEvent<HTMLFormElement>) => {
      const { name } = target as unknown as { name?: string }
      if (reply?.error && name && !names.includes(name)) setChanged({ since: reply, names: [...names, name] })
    },
  }
}

/** The key that makes sending a form twice the same as sending it once (decisions.md, "Paying"). */
export function IdempotencyKey({ value }: { value: string }) {
  return <input type="hidden" name="idempotency_key" value={value} />
}

/**
 * The button that submits its form. From the press until the next page is loaded it shows that it is busy, and no button submits
 * again. `busy` is for a form that a fetcher submits.
 */
export function SubmitButton({
  busy,
  className = 'btn btn-go',
  children,
  onClick,
  ...native
}: { busy?: boolean; children: ReactNode } & Pick<
  ComponentProps<'button'>,
  'name' | 'value' | 'className' | 'form' | 'formNoValidate' | 'onClick'
>) {
  const { formData } = useNavigation()
  // The router keeps `formData` while it loads the page that the answer redirects to.
  const isWaiting = busy ?? formData !== undefined
  const isPressed = busy ?? (!native.name || formData?.get(native.name) === native.value)
  const isBusy = isWaiting && isPressed
  return (
    <button
      {...native}
      className={className}
      aria-busy={isBusy || undefined}
      aria-disabled={isWaiting || undefined}
      onClick={isWaiting ? (event) => event.preventDefault() : onClick}
    >
      {isBusy && <span className="spin" aria-hidden="true" />}
      {children}
    </button>
  )
}

/** What Enter presses in a form whose first visible submit button is not the one that completes it. To stand before the fields. */
export function EnterButton(native: Pick<ComponentProps<'button'>, 'name' | 'value'>) {
  return <button {...native} className="vh" tabIndex={-1} aria-hidden="true" />
}

function summaryOf(reply: FormReply, fields: Record<string, string>, idOf: (name: string) => string): SummaryEntry[] {
  const errors = reply.error ?? {}
  const known = Object.keys(fields).filter((name) => errors[name]?.length)
  const unknown = Object.keys(errors).filter((name) => !(name in fields))
  const ofForm = unknown.flatMap((name) => (errors[name] ?? []).map((fieldError) => ({ fieldError, reply })))
  const ofFields = known.flatMap((name) =>
    (errors[name] ?? [])
      .slice(0, 1)
      .map((fieldError) => ({ id: idOf(name), name, label: fields[name], fieldError, reply })),
  )
  return [...ofForm, ...ofFields]
}

/** `start_date.day` of `{ start_date: { day: '12' } }`. */
function valueAt(typed: object, name: string): unknown {
  return name.split('.').reduce<unknown>((at, part) => (isRecord(at) ? at[part] : undefined), typed)
}

/** The first value of a field that was sent more than once. */
function asText(given: unknown): string | undefined {
  const first = Array.isArray(given) ? given[0] : given
  return typeof first === 'string' ? first : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** False on the server and while hydrating, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(subscribeToNothing, isTrue, isFalse)
}

const subscribeToNothing = () => () => {}
const isTrue = () => true
const isFalse = () => false

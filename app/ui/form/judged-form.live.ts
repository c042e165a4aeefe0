import { parse, useForm } from '@conform-to/react'
import { type FocusEvent, type FormEvent, useEffect, useState } from 'react'
import { calendarOf } from '#app/i18n/format/dates.ts'
import type { FieldError } from '#app/i18n/text/field-error.ts'
import { useLanguage, useTextLoader } from '#app/i18n/text/text.tsx'
import type { Language } from '#app/rules/constants.ts'
import { hasRule, judgeTyped, judgeTypedDate } from '#app/rules/text/typed-field.ts'
import type { ReplyForm } from './form.tsx'

type Errors = Record<string, FieldError[]>
type Rules = Record<string, (typed: string) => FieldError | undefined>
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * The same form with validation in the browser: a field is validated when it loses the focus, and then with each input until it
 * is valid, by the rules of the contract's schemas and with the same messages. Submitting is never blocked; the server's errors
 * are shown until the field loses the focus again.
 * @param options.since a new object for each answer of the server
 * @param options.rules validation of fields that only this form has
 */
export function useJudgedFields(form: ReplyForm, { since, rules = {} }: { since: unknown; rules?: Rules }): ReplyForm {
  const { id } = form.props
  const { language } = useLanguage()
  const loadTexts = useTextLoader()
  usePressWatch()
  const [left, setLeft] = useState<{ since: unknown; names: readonly string[] }>({ since, names: [] })
  const [judge] = useForm<Record<string, unknown>, Record<string, unknown>, FieldError[]>({
    id,
    defaultNoValidate: false,
    // The first validation of a field is by `onBlur` below; conform then repeats it with each input.
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ form: element, formData }) =>
      parse(formData, {
        resolve: () => {
          const error = errorsIn(element, { language, rules })
          return Object.keys(error).length > 0 ? { error } : { value: {} }
        },
      }),
  })
  const names = left.since === since ? left.names : []
  const fieldErrors = (name: string) => {
    const judged = [name, `${name}.year`].find((one) => names.includes(one))
    return judged ? judge.allErrors[judged] : form.fieldErrors(name)
  }

  return {
    ...form,
    props: { ...form.props, onSubmit: judgeOnly(judge.onSubmit), onBlur },
    field: (name) => ({ ...form.field(name), fieldErrors: fieldErrors(name) }),
    fieldErrors,
  }

  function onBlur({ target }: FocusEvent<HTMLFormElement>) {
    const { name } = target as unknown as Control
    if (!isJudged(target, rules)) return
    const texts = loadTexts('errors')
    afterPress(() => {
      texts.then(() => {
        if (!document.forms.namedItem(id)) return
        setLeft((before) => ({ since, names: [...(before.since === since ? before.names : []), name] }))
        judge.validate({ name })
      }, ignore)
    })
  }
}

const INTENT = '__intent__'

/** Handles only the submit events with which conform validates; a person's go to the server. */
function judgeOnly(onSubmit: (event: FormEvent<HTMLFormElement>) => void) {
  return (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    if (submitter instanceof HTMLButtonElement && submitter.name === INTENT) onSubmit(event)
  }
}

let isPressed = false

/** Waits for the end of a press: a message that moves the button away from under the pointer would swallow the click. */
function afterPress(act: () => void) {
  if (!isPressed) return act()
  const ended = new AbortController()
  const end = () => {
    ended.abort()
    setTimeout(act)
  }
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, end, { signal: ended.signal })
}

function usePressWatch() {
  useEffect(() => {
    const press = () => {
      isPressed = true
    }
    const release = () => {
      isPressed = false
    }
    const options = { capture: true }
    addEventListener('pointerdown', press, options)
    addEventListener('pointerup', release, options)
    addEventListener('pointercancel', release, options)
    return () => {
      removeEventListener('pointerdown', press, options)
      removeEventListener('pointerup', release, options)
      removeEventListener('pointercancel', release, options)
    }
  }, [])
}

function errorsIn(form: HTMLFormElement, { language, rules }: { language: Language; rules: Rules }): Errors {
  const errors: Errors = {}
  for (const control of form.elements) {
    if (!isJudged(control, rules)) continue
    const error = rules[control.name]?.(control.value) ?? errorOf(control, form, language)
    if (error) errors[control.name] = [error]
  }
  return errors
}

function errorOf(control: Control, form: HTMLFormElement, language: Language): FieldError | undefined {
  const [name = '', part] = control.name.split('.')
  // A date is validated as a whole, when its last part loses the focus.
  if (part === 'day' || part === 'month') return undefined
  if (control.required && control.value.trim() === '') return { key: 'required' }
  const key =
    part === 'year'
      ? judgeTypedDate(partsOf(form, name), { calendar: calendarOf(language) })
      : judgeTyped(name, control.value)
  return key ? { key } : undefined
}

function partsOf(form: HTMLFormElement, name: string) {
  const text = (part: string) => {
    const control = form.elements.namedItem(`${name}.${part}`)
    return control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control.value : ''
  }
  return { day: text('day'), month: text('month'), year: text('year') }
}

const UNJUDGED = ['hidden', 'radio', 'checkbox', 'file', 'submit', 'date']

/** Whether a control has a rule in the browser; others are validated only by the server. */
function isJudged(element: unknown, rules: Rules): element is Control {
  const isControl =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  if (!isControl || element.name === '' || UNJUDGED.includes(element.type)) return false
  return element.required || element.name in rules || element.name.endsWith('.year') || hasRule(element.name)
}

const ignore = () => {}

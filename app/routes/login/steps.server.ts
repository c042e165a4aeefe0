import { data, type RouterContextProvider, redirect } from 'react-router'
import type { SignInState, Turn } from '#app/features/sign-in/sign-in-form.ts'
import { signInState } from '#app/features/sign-in/sign-in-state.server.ts'
import type { FieldErrors, FormReply } from '#app/web/page/forms.ts'
import { returnPath } from '#app/web/session/require-sign-in.ts'

type Context = Readonly<RouterContextProvider>

/** The answer to a form of the sign-in: the form with errors, or, in a dialog, its next step or its end. */
export interface SignInAnswer {
  form?: FormReply
  state?: SignInState
  done?: boolean
  /** The challenge for an unknown browser while very many codes are being requested. */
  turn?: Turn
  /** The dialog ends, and the page of the second factor is opened. */
  factor?: boolean
}
export type SignInReply = Response | ReturnType<typeof data<SignInAnswer>>

/** The code's cookie has expired: back to the phone's step. */
export async function firstStep(context: Context, fields: FormData): Promise<SignInReply> {
  if (isDialog(fields)) return data({ state: await signInState(context, 'phone') })
  return redirect(`/login?step=phone${returnQuery(context, fields)}`, 303)
}

/** A form without fields, and why it failed. */
export function refuse(fieldErrors: FieldErrors, status?: number) {
  const asErrors = (list: FieldErrors[string]) =>
    list.map((fieldError) => (typeof fieldError === 'string' ? { key: fieldError } : fieldError))
  const error = Object.fromEntries(Object.entries(fieldErrors).map(([name, list]) => [name, asErrors(list)]))
  return data({ form: { status: 'error', initialValue: {}, error } as FormReply }, { status })
}

/** Where the sign-in leads afterwards, as further query parameters. */
export function returnQuery(context: Context, fields: FormData): string {
  return fields.get('returnUrl') ? `&returnUrl=${encodeURIComponent(returnPath(context, fields))}` : ''
}

/** Whether the form was sent from a dialog, which gets its next step instead of a redirect. */
export function isDialog(fields: FormData): boolean {
  return fields.get('dialog') === 'on'
}

import type { MouseEvent } from 'react'
import { openLogin } from '#app/features/sign-in/login-request.ts'

/**
 * Opens the sign-in's dialog instead of sending the form to its page, with the phone that is typed already; after it the
 * form is sent as the button would have sent it, so that the server fills in what it knows of the person.
 */
export function signInOverForm(event: MouseEvent<HTMLButtonElement>, { fromDiscount }: { fromDiscount: boolean }) {
  const { form, name, value } = event.currentTarget
  if (!form) return
  event.preventDefault()
  const fields = new FormData(form)
  const textOf = (field: string) => String(fields.get(field) ?? '') || undefined
  openLogin({
    phone: textOf('phone'),
    countryCode: textOf('country_code'),
    cancellable: true,
    fromDiscount,
    onSuccess: () => {
      const intent = Object.assign(document.createElement('input'), { type: 'hidden', name, value })
      form.append(intent)
      // A whole new page, as without JavaScript: every part of it may know the person now.
      HTMLFormElement.prototype.submit.call(form)
    },
  })
}

import type { MouseEvent } from 'react'
import { openLogin } from '#app/features/sign-in/login-request.ts'

/**
 * Opens the sign-in dialog instead of submitting the form to the sign-in page, with the typed phone filled in;
 * afterwards the form is submitted as the button would have done, so that the server fills in the person's details.
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
      // A whole new page, as without JavaScript, because every part of it may depend on the person.
      HTMLFormElement.prototype.submit.call(form)
    },
  })
}

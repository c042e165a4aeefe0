import { useEffect, useRef } from 'react'
import { isPlainClick } from '#app/features/dates/date-controls.live.ts'

/** The button's value in a form that is sent because its page's language is changed. */
export const LANGUAGE_INTENT = 'language'

/**
 * Lets a link to another language take what was typed along: once something was, a click on it submits the form to
 * the link's address, which keeps it and redirects.
 * @param id the form's
 * @param options.isTyped whether it shows something typed from the beginning, as an answer does
 */
export function useFormInLanguage(id: string, { isTyped }: { isTyped: boolean }) {
  const touched = useRef(isTyped)
  useEffect(() => {
    const form = document.getElementById(id)
    if (!(form instanceof HTMLFormElement)) return
    // Typed before scripts ran, or brought back by the browser.
    touched.current ||= [...form.elements].some(isChanged)
    const onTouch = () => {
      touched.current = true
    }
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('.menu a[hreflang]')
      if (!link || !touched.current || event.defaultPrevented || !isPlainClick(event)) return
      event.preventDefault()
      const intent = Object.assign(document.createElement('input'), { type: 'hidden', name: 'intent' })
      intent.value = LANGUAGE_INTENT
      form.append(intent)
      form.action = link.href
      HTMLFormElement.prototype.submit.call(form)
      intent.remove()
    }
    // A day of the calendar is a click that writes into the fields.
    for (const kind of ['input', 'change', 'click']) form.addEventListener(kind, onTouch)
    document.addEventListener('click', onClick)
    return () => {
      for (const kind of ['input', 'change', 'click']) form.removeEventListener(kind, onTouch)
      document.removeEventListener('click', onClick)
    }
  }, [id])
}

function isChanged(control: Element): boolean {
  if (!(control instanceof HTMLInputElement) || control.type === 'hidden') return false
  return control.value !== control.defaultValue || control.checked !== control.defaultChecked
}

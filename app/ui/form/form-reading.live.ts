import { useEffect, useState } from 'react'

/**
 * What `read` finds in a form, again at each change and after each rendering (scripts write into fields without an event); undefined
 * until the page is hydrated.
 * @param id the form's
 */
export function useFormReading<Value extends string | boolean>(
  id: string,
  read: (textOf: (name: string) => string) => Value,
): Value | undefined {
  const [value, setValue] = useState<Value>()
  useEffect(() => {
    const form = document.forms.namedItem(id)
    if (!form) return
    const readAgain = () => setValue(read((name) => valueIn(form, name)))
    readAgain()
    const ended = new AbortController()
    for (const type of ['input', 'change']) form.addEventListener(type, readAgain, { signal: ended.signal })
    return () => ended.abort()
  })
  return value
}

function valueIn(form: HTMLFormElement, name: string): string {
  const control = form.elements.namedItem(name)
  return control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control.value : ''
}

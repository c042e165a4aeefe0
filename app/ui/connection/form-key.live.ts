/**
 * The idempotency key of a form that a script sends (`web/edge/request/form-key.ts`): it stays the same as long as the form's content
 * does (`kept-forms.live.ts` removes it with the next input) and the same button sends it.
 */
export function keyOfForm(form: HTMLFormElement | null | undefined, submitter: Element | null | undefined): string {
  const by = nameOfButton(submitter)
  const known = form?.dataset.keyBy === by ? form.dataset.key : undefined
  return known ?? newKey()
}

/** Sets a form's key for a certain button. */
export function setKey(form: HTMLFormElement, key: string, by: string) {
  form.dataset.key = key
  form.dataset.keyBy = by
}

/** The name and value that a button adds to its form; empty without a button, or for one without a name. */
export function nameOfButton(button: Element | null | undefined): string {
  return button instanceof HTMLButtonElement && button.name ? `${button.name}=${button.value}` : ''
}

/** Works on insecure origins, too, which have no `crypto.randomUUID()`. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36).padStart(7, '0')).join('-')
}

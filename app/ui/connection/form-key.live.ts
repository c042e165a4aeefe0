/**
 * The key of a form that a script sends, by which the server does it once (`web/edge/request/form-key.ts`): the same for as long as
 * the form is (`kept-forms.live.ts` removes it with the next stroke) and the same button sends it.
 */
export function keyOfForm(form: HTMLFormElement | null | undefined, submitter: Element | null | undefined): string {
  const by = nameOfButton(submitter)
  const known = form?.dataset.keyBy === by ? form.dataset.key : undefined
  return known ?? newKey()
}

/** Gives a form its key, as long as it is the same. */
export function setKey(form: HTMLFormElement, key: string, by: string) {
  form.dataset.key = key
  form.dataset.keyBy = by
}

/** What a button says in its form; nothing where there is none, or it has no name. */
export function nameOfButton(button: Element | null | undefined): string {
  return button instanceof HTMLButtonElement && button.name ? `${button.name}=${button.value}` : ''
}

/** Also on pages that browsers do not call secure, which have no `crypto.randomUUID()`. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36).padStart(7, '0')).join('-')
}

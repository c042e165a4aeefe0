/** An unfinished message; `cursor` is set while the field has the focus. */
export type Draft = { text: string; cursor?: number | undefined }

let kept: Draft | undefined

/** Keeps an unfinished message while its form is replaced. */
export function keepDraft(draft: Draft) {
  kept = draft
}

/** Takes the kept message; a second call returns nothing. */
export function takeDraft(): Draft | undefined {
  const draft = kept
  kept = undefined
  return draft
}

/** What somebody has begun to write; `cursor` is where they are writing just now. */
export type Draft = { text: string; cursor?: number | undefined }

let kept: Draft | undefined

/** Keeps what somebody has begun to write while the form around it changes. */
export function keepDraft(draft: Draft) {
  kept = draft
}

/** What was kept, once. */
export function takeDraft(): Draft | undefined {
  const draft = kept
  kept = undefined
  return draft
}

import { type ReplyForm, useReply } from '#app/ui/form/form.tsx'
import type { ResultsData } from './results.tsx'

/** The search and its filters as they were typed, with what is wrong in them. */
export function useSearchReply({ fieldErrors, typed }: ResultsData): ReplyForm {
  const hasErrors = Object.keys(fieldErrors).length > 0
  return useReply('search', { reply: hasErrors ? { status: 'error', error: fieldErrors } : undefined, initial: typed })
}

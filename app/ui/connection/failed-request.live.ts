import { useEffect } from 'react'
import { type DataStrategyResult, data, isRouteErrorResponse, useLocation } from 'react-router'
import { useText } from '#app/i18n/text/text.tsx'
import { ERROR_TOAST_DELAY_MS, type FailedAnswer, failureToast } from '#app/rules/text/failed-answer.ts'
import { showToast } from '#app/ui/page/toast-list.ts'

type Outcomes = Record<string, DataStrategyResult>

const listeners = new Set<(failed: FailedAnswer) => void>()

/**
 * When submitting a form fails, keeps the form with everything typed and shows a message with the reason; otherwise an error page
 * would replace it. For the root's `clientMiddleware`. Pages that handle such failures themselves never get here.
 */
export async function keepFailedForms(
  { request }: { request: Request },
  next: () => Promise<Outcomes>,
): Promise<Outcomes> {
  const outcomes = await next()
  if (request.method === 'GET') return outcomes
  return Object.fromEntries(
    Object.entries(outcomes).map(([id, outcome]): [string, DataStrategyResult] => {
      const failed = outcome.type === 'error' ? failedAnswer(outcome.result) : undefined
      if (!failed) return [id, outcome]
      for (const listener of listeners) listener(failed)
      // With an error status the router does not fetch the page's data again.
      return [id, { type: 'data', result: data(undefined, { status: failed.status ?? 503 }) }]
    }),
  )
}

/** The failed answer, if it may be temporary: a 404 or a refusal has a page of its own. The router wraps what an action threw. */
function failedAnswer(thrown: unknown): FailedAnswer | undefined {
  const error = isWrapped(thrown) ? thrown.data : thrown
  if (error instanceof TypeError) return { status: undefined }
  if (isRouteErrorResponse(error) && (error.status >= 500 || error.status === 401))
    return { status: error.status, body: error.data }
  return undefined
}

/**
 * Shows failures of requests by the page's scripts: as a toast after half a second; in the error snackbar when there was no
 * answer, and always in the profile area. Source: §8; §2, "Layouts".
 */
export function useFailureToasts() {
  const t = useText('common')
  const isProfile = useLocation().pathname.startsWith('/profile')
  useEffect(() => {
    const listener = (failed: FailedAnswer) => {
      const toast = failureToast(failed)
      if (!toast) return
      const form = failed.status === undefined || isProfile ? 'snackbar' : 'toast'
      const text = 'text' in toast ? toast.text : t(`error.${toast.key}`)
      setTimeout(() => showToast({ kind: 'error', form, text }), ERROR_TOAST_DELAY_MS)
    }
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, [t, isProfile])
}

function isWrapped(thrown: unknown): thrown is { data: unknown } {
  return typeof thrown === 'object' && thrown !== null && 'type' in thrown && thrown.type === 'DataWithResponseInit'
}

import { useEffect } from 'react'
import { useText } from '#app/i18n/text.tsx'
import { showToast } from '../toast-list.ts'

/** Says in the error snackbar that the server could not be reached, where that is why a page did not come (§8). */
export function useLostConnectionNotice(error: unknown) {
  const text = useText('common')('error.connectionLost')
  const isLost = error instanceof TypeError && /fetch|network|load failed/i.test(error.message)
  useEffect(() => {
    if (isLost) showToast({ kind: 'error', form: 'snackbar', text })
  }, [isLost, text])
}

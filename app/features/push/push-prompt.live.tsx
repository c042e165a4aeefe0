import { useEffect, useState } from 'react'
import { useText } from '#app/i18n/text/text.tsx'
import { showToast } from '#app/ui/page/toast-list.ts'

/**
 * Asks whether the browser may show notifications (§4), in a region at the bottom of the page that is announced, can be reached by
 * keyboard, closes on Escape, and does not block the page.
 */
export default function PushPrompt({
  isSignedIn,
  onAnswer,
  onClose,
}: {
  isSignedIn: boolean
  onAnswer: () => void
  onClose: () => void
}) {
  const t = useText('push')
  // A live region announces only changes, so it is rendered before its text.
  const [said, setSaid] = useState('')
  const ask = t('ask')
  useEffect(() => setSaid(ask), [ask])
  const accept = async () => {
    onAnswer()
    const permission = await Notification.requestPermission()
    onClose()
    if (permission !== 'granted') return showToast({ kind: 'error', form: 'snackbar', text: t('denied') })
    const { setUpPush } = await import('./set-up.live.ts')
    const isDone = await setUpPush(isSignedIn)
    showToast(
      isDone ? { kind: 'success', text: t('granted') } : { kind: 'warning', form: 'snackbar', text: t('failed') },
    )
  }
  return (
    <section
      className="push-prompt card stack stack-2"
      aria-labelledby="push-prompt-title"
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <h2 id="push-prompt-title">{t('title')}</h2>
      <p role="status">{said}</p>
      <div className="row">
        <button type="button" className="btn btn-p" onClick={accept}>
          {t('accept')}
        </button>
        <button type="button" className="btn" onClick={onClose}>
          {t('dismiss')}
        </button>
      </div>
    </section>
  )
}

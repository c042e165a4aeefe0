import { useEffect, useState } from 'react'
import { useText } from '#app/i18n/text/text.tsx'
import { Card, Facts } from '#app/ui/card.tsx'
import { ready } from './worker-ready.live.ts'

type Found = {
  isSupported: boolean
  permission: NotificationPermission
  hasWorker: boolean
  hasSubscription: boolean
  token: 'none' | 'pending' | 'sent'
}

/** The state of push in this browser, which only a script can find out. */
export function BrowserCheck({ script, scope, canShow }: { script: string; scope: string; canShow?: boolean }) {
  const t = useText('diagnosis')
  const [found, setFound] = useState<Found>()
  const look = () => void examine(scope).then(setFound)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page wakes
  useEffect(look, [])
  const show = async () => {
    const isAllowed = (await Notification.requestPermission()) === 'granted'
    if (isAllowed) {
      const registration = await ready(script, scope)
      await registration.showNotification(t('test.title'), { body: t('test.shown'), tag: 'test' })
    }
    look()
  }
  return (
    <Card id="browser" title={t('browser')} className="stack">
      {!found && <p>{t('needsScripts')}</p>}
      {found && <Facts facts={factsOf(found)} />}
      {found?.isSupported && canShow && (
        <div>
          <button type="button" className="btn" onClick={show}>
            {t('test.show')}
          </button>
        </div>
      )}
    </Card>
  )

  function factsOf({ isSupported, permission, hasWorker, hasSubscription, token }: Found) {
    const yes = (is: boolean) => t(is ? 'yes' : 'no')
    return [
      { key: 'supported', label: t('supported'), value: yes(isSupported) },
      { key: 'permission', label: t('permission'), value: t(`permissions.${permission}`) },
      { key: 'worker', label: t('registered'), value: yes(hasWorker) },
      { key: 'subscription', label: t('subscribed'), value: yes(hasSubscription) },
      { key: 'token', label: t('token'), value: t(`tokens.${token}`) },
    ]
  }
}

async function examine(scope: string): Promise<Found> {
  const isSupported = 'Notification' in window && 'serviceWorker' in navigator && 'PushManager' in window
  const registrations = isSupported ? await navigator.serviceWorker.getRegistrations() : []
  const registration = registrations.find((one) => new URL(one.scope).pathname === scope)
  const subscription = await registration?.pushManager.getSubscription().catch(() => null)
  return {
    isSupported,
    permission: isSupported ? Notification.permission : 'denied',
    hasWorker: registration !== undefined,
    hasSubscription: Boolean(subscription),
    token: keptToken(),
  }
}

function keptToken(): Found['token'] {
  try {
    const kept = JSON.parse(localStorage.getItem('push-token') ?? 'null') as { sentAt?: number } | null
    return kept ? (kept.sentAt ? 'sent' : 'pending') : 'none'
  } catch {
    return 'none'
  }
}

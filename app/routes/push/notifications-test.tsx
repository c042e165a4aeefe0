import { clockOf } from '#app/features/account/clock.server.ts'
import { BrowserCheck } from '#app/features/push/browser-check.live.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { Card, Facts } from '#app/ui/card.tsx'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { requirePerson } from '#app/web/session/session.ts'
import { viewerOf } from '#app/web/session/visit.ts'
import type { Route } from './+types/notifications-test'

const PATH = '/notifications-test'

export const handle: PageHandle = {
  title: 'diagnosis/test.title',
  description: 'diagnosis/test.text',
  areas: ['diagnosis'],
  private: true,
  noIndex: true,
  eager: true,
  query: [],
}

export async function loader({ context }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const { vapid_key, firebase, devices } = await apiOf(context).notifications.diagnose()
  return {
    vapid_key,
    project: firebase.project,
    devices: devices.map((one) => ({ ...one, last_seen_at: clockOf(one.last_seen_at, language) })),
    isSignedIn: viewerOf(context) !== undefined,
  }
}

/** Sends a notification to the browsers of the signed-in person. */
export async function action({ context }: Route.ActionArgs) {
  await requirePerson(context)
  const { language } = context.get(siteContext)
  const t = textFor(language, 'diagnosis')
  try {
    const { devices } = await apiOf(context).notifications.test()
    return goOn(context, PATH, t('test.sent', { n: devices }), devices > 0 ? 'success' : 'warning')
  } catch (error) {
    if (!isCallError(error, 'TOO_MANY_REQUESTS')) throw error
    return goOn(context, PATH, textFor(language, 'errors')('too_many_requests'), 'error')
  }
}

/** Whether notifications reach this browser, step by step (§2); nothing of it is secret. */
export default function NotificationsTest({ loaderData }: Route.ComponentProps) {
  const t = useText('diagnosis')
  const { language } = useLanguage()
  const { vapid_key, project, devices, isSignedIn } = loaderData
  const login = `${pathIn(language, '/login')}?returnUrl=${encodeURIComponent(pathIn(language, '/notifications-test'))}`
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap narrow stack py-6">
        <h1>{t('test.title')}</h1>
        <p className="soft">{t('test.text')}</p>
        <Card id="server" title={t('server')} className="stack">
          <Facts
            facts={[
              { key: 'key', label: t('webPush'), value: <span className="ltr">{`${vapid_key}…`}</span> },
              { key: 'firebase', label: t('firebaseIs'), value: project ? <bdi>{project}</bdi> : t('off') },
            ]}
          />
        </Card>
        <BrowserCheck script="/sw.js" scope="/" canShow />
        <Card id="devices" title={t('devices')} className="stack">
          {!isSignedIn && (
            <>
              <p>{t('signIn')}</p>
              <a className="btn self-start" href={login}>
                {t('toSignIn')}
              </a>
            </>
          )}
          {isSignedIn && devices.length === 0 && <p>{t('noDevices')}</p>}
          {devices.length > 0 && (
            <ul className="stack stack-1">
              {devices.map((device) => (
                <li key={`${device.device_type} ${device.last_seen_at}`}>
                  <span className="ltr">{`${device.device_type} (${device.kind})`}</span>
                  <span className="block sm soft">
                    {t('seen', { at: device.last_seen_at })}
                    {device.last_error && <bdi> {device.last_error}</bdi>}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {isSignedIn && (
            <PostForm>
              <SubmitButton>{t('test.send')}</SubmitButton>
            </PostForm>
          )}
        </Card>
        <a href={pathIn(language, '/firebase-debug')}>{t('firebase.title')}</a>
      </div>
    </main>
  )
}

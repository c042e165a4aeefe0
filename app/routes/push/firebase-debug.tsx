import { BrowserCheck } from '#app/features/push/browser-check.live.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Card, Facts } from '#app/ui/card.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/firebase-debug'

export const handle: PageHandle = {
  title: 'diagnosis/firebase.title',
  description: 'diagnosis/firebase.text',
  areas: ['diagnosis'],
  private: true,
  noIndex: true,
  eager: true,
  query: [],
}

export async function loader({ context }: Route.LoaderArgs) {
  const { firebase } = await apiOf(context).notifications.diagnose()
  return firebase
}

/** What of Firebase is configured, and how far this browser got with it (§2, §8): names of settings, never their values. */
export default function FirebaseDebug({ loaderData: { project, lacking } }: Route.ComponentProps) {
  const t = useText('diagnosis')
  const { language } = useLanguage()
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap narrow stack py-6">
        <h1>{t('firebase.title')}</h1>
        <p className="soft">{t('firebase.text')}</p>
        <Card id="server" title={t('server')} className="stack">
          <Facts
            facts={[
              { key: 'project', label: t('project'), value: project ? <bdi>{project}</bdi> : t('off') },
              { key: 'worker', label: t('worker'), value: t(project ? 'workerOfFirebase' : 'workerOfWebPush') },
            ]}
          />
          {lacking.length > 0 && (
            <>
              <p>{t('lacking')}</p>
              <ul className="ltr">
                {lacking.map((name) => (
                  <li key={name}>
                    <code>{name}</code>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Card>
        <BrowserCheck script="/firebase-messaging-sw.js" scope="/firebase-cloud-messaging-push-scope" />
        <a href={pathIn(language, '/notifications-test')}>{t('test.title')}</a>
      </div>
    </main>
  )
}

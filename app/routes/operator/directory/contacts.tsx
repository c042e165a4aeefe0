import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Card } from '#app/ui/card.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/contacts'

export const handle: PageHandle = { title: 'directory/contacts.title', areas: ['directory'], query: [] }

export async function loader({ context }: Route.LoaderArgs) {
  const { operator } = apiOf(context)
  const [contacts, apps] = await Promise.all([operator.directory.contacts(), operator.directory.apps()])
  return { contacts: contacts.results, apps: apps.results }
}

/** Ways to reach support, and where to get the apps. */
export default function Contacts({ loaderData: { contacts, apps } }: Route.ComponentProps) {
  const t = useText('directory')
  const { language } = useLanguage()
  const own = (path: string) => pathIn(language, `/operator${path}`)
  return (
    <>
      <DeskHead title={t('contacts.title')} />
      <div className="stack">
        <Card id="contacts" title={t('contacts.list')} className="stack">
          <ul className="list">
            {contacts.map(({ id, title, phone }) => (
              <li key={id}>
                <a href={own(`/contacts/${id}`)}>
                  {title[language]}
                  {phone && (
                    <bdi className="mute sm end" dir="ltr">
                      {phone}
                    </bdi>
                  )}
                </a>
              </li>
            ))}
          </ul>
          <div>
            <a className="btn btn-s" href={own('/contacts/new')}>
              <Icon name="plus" />
              {t('contacts.new')}
            </a>
          </div>
        </Card>
        <Card id="apps" title={t('apps.list')} className="stack">
          <p className="hint">{t('apps.text')}</p>
          <ul className="list">
            {apps.map(({ id, type, direct_url, url, link, file }) => (
              <li key={id}>
                <a href={own(`/apps/${id}`)}>
                  <bdi dir="ltr">{type}</bdi>
                  <bdi className="mute sm end clip" dir="ltr">
                    {direct_url ?? url ?? link ?? file}
                  </bdi>
                </a>
              </li>
            ))}
          </ul>
          <div>
            <a className="btn btn-s" href={own('/apps/new')}>
              <Icon name="plus" />
              {t('apps.new')}
            </a>
          </div>
        </Card>
      </div>
    </>
  )
}

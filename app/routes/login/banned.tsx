import { pathIn } from '#app/i18n/language.ts'
import { phoneIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { decoration } from '#app/web/page/decoration.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/banned'

export const handle: PageHandle = {
  title: 'login/banned.title',
  description: 'login/banned.text',
  areas: ['login'],
  noJs: true,
  noIndex: true,
  query: [],
}

export async function loader({ context }: Route.LoaderArgs) {
  const contacts = await decoration(context, 'contacts', apiOf(context).site.contactData(), { results: [] })
  const phones = contacts.results.flatMap(({ id, title, phone }) => (phone ? [{ id, title, phone }] : []))
  return { phones }
}

/** What a ban means, and how to object: readable by people who cannot sign in. */
export default function Banned({ loaderData: { phones } }: Route.ComponentProps) {
  const t = useText('login')
  const { language } = useLanguage()
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <div className="narrow stack stack-6 py-6">
          <div className="stack">
            <h1>{t('banned.title')}</h1>
            <p>{t('banned.text')}</p>
            <p>{t('banned.mistyped')}</p>
          </div>
          <section className="card stack stack-2" aria-labelledby="object">
            <h2 id="object">{t('banned.object')}</h2>
            <p>{t('banned.how')}</p>
            {phones.length > 0 && (
              <ul className="stack stack-2">
                {phones.map(({ id, title, phone }) => (
                  <li key={id}>
                    {title}: <a href={`tel:${phone.replaceAll(' ', '')}`}>{phoneIn(language, phone)}</a>
                  </li>
                ))}
              </ul>
            )}
            <p>
              <a href={pathIn(language, '/pages/contact')}>{t('banned.contact')}</a>
            </p>
          </section>
        </div>
      </div>
    </main>
  )
}

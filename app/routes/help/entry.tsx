import { breadcrumbList } from '#app/features/structured-data/trail.ts'
import { formatDate } from '#app/i18n/format/dates.ts'
import { localeTag, pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import type { Language } from '#app/rules/constants.ts'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { Prose } from '#app/ui/page/prose.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/entry'
import { AskUs } from './ask-us.tsx'

export const handle: PageHandle = { areas: ['help'], noJs: true, query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { language, origin } = context.get(siteContext)
  const entry = await apiOf(context).content.helpEntry({ slug: params.slug })
  const crumbs = [
    { label: textFor(language, 'common')('nav.search'), path: '/' },
    { label: textFor(language, 'help')('title'), path: '/pages/help' },
    { label: entry.title, path: `/pages/help/${entry.slug}` },
  ]
  const question = {
    '@type': 'FAQPage',
    inLanguage: localeTag(entry.language as Language),
    mainEntity: [
      {
        '@type': 'Question',
        name: entry.title,
        acceptedAnswer: { '@type': 'Answer', text: absolute(entry.html, origin) },
      },
    ],
  }
  const { title, description } = entry
  return { meta: { title, description, jsonLd: [question, breadcrumbList(crumbs, { origin, language })] }, entry }
}

/** When an answer is read elsewhere, its links need the site's address. */
function absolute(html: string, origin: string): string {
  return html.replaceAll('href="/', `href="${origin}/`)
}

/** A question of the help centre with its answer. */
export default function HelpEntry({ loaderData: { entry } }: Route.ComponentProps) {
  const t = useText('help')
  const common = useText('common')
  const { language } = useLanguage()
  const help = pathIn(language, '/pages/help')
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <Breadcrumbs
          crumbs={[
            { label: common('nav.search'), href: pathIn(language, '/') },
            { label: t('title'), href: help },
            { label: entry.title },
          ]}
        />
        <div className="narrow stack stack-6 py-6">
          <article className="stack" lang={entry.language === language ? undefined : entry.language}>
            <h1>{entry.title}</h1>
            <Prose html={entry.html} />
            <p className="sm mute">{t('updated', { date: formatDate(entry.updated, language, 'long') })}</p>
          </article>
          {entry.related.length > 0 && (
            <section className="stack stack-2" aria-labelledby="related">
              <h2 id="related">{t('related')}</h2>
              <ul className="stack stack-2">
                {entry.related.map(({ slug, title }) => (
                  <li key={slug}>
                    <a href={`${help}/${slug}`}>{title}</a>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <AskUs />
        </div>
      </div>
    </main>
  )
}

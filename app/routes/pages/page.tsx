import { formatDate } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { Prose } from '#app/ui/page/prose.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/page'

export const handle: PageHandle = { areas: ['pages'], noJs: true, query: [] }

/** From so many sections on, a page begins with a list of them. */
const LONG = 4
const LEGAL_NOTICE = 'legal-notice'
const LEGAL = ['company', 'address', 'phone', 'email', 'registration', 'taxNumber'] as const

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = await apiOf(context).content.page({ slug: params.slug })
  return {
    page,
    meta: page,
    legal: page.slug === LEGAL_NOTICE ? legalFacts(context.get(siteContext).config.brand) : [],
  }
}

/** Whoever runs the site, as far as the settings name them. Source: *ours*; § 5 DDG asks for it in Germany. */
function legalFacts(brand: Record<(typeof LEGAL)[number], string | undefined>) {
  return LEGAL.flatMap((name) => (brand[name] ? [{ name, value: brand[name] }] : []))
}

/** A page of text: terms, privacy, who we are. */
export default function ContentPage({ loaderData: { page, legal } }: Route.ComponentProps) {
  const t = useText('pages')
  const common = useText('common')
  const { language } = useLanguage()
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <Breadcrumbs crumbs={[{ label: common('nav.search'), href: pathIn(language, '/') }, { label: page.title }]} />
        <article className="narrow stack stack-6 py-6">
          <header className="stack stack-2">
            <h1>{page.title}</h1>
            <p className="sm mute">{t('updated', { date: formatDate(page.updated, language, 'long') })}</p>
          </header>
          {legal.length > 0 && (
            <dl className="card stack stack-2">
              {legal.map(({ name, value }) => (
                <div key={name}>
                  <dt className="sm mute">{t(`legal.${name}`)}</dt>
                  <dd>
                    <bdi>{value}</bdi>
                  </dd>
                </div>
              ))}
            </dl>
          )}
          {page.sections.length >= LONG && (
            <nav className="card" aria-labelledby="contents">
              <h2 id="contents" className="text-base pb-4">
                {t('contents')}
              </h2>
              <ul className="stack stack-1">
                {page.sections.map(({ id, title }) => (
                  <li key={id}>
                    <a href={`#${id}`}>{title}</a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          <Prose html={page.html} lang={page.language} />
          <p>{t.rich('contact', { link: (chunks) => <a href={pathIn(language, '/pages/contact')}>{chunks}</a> })}</p>
        </article>
      </div>
    </main>
  )
}

import { breadcrumbList } from '#app/features/structured-data/trail.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { HELP_TOPICS } from '#app/rules/text/content.ts'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { EmptyState } from '#app/ui/page/empty-state.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/centre'
import { AskUs } from './ask-us.tsx'

export const handle: PageHandle = {
  areas: ['help'],
  noJs: true,
  query: ['q'],
  noIndex: (query) => Boolean(query.get('q')),
}

/** The longest search. */
const LONGEST = 200
const POSTS = 5
/** Entries to read before all others. Source: *ours*. */
const POPULAR = ['deposit', 'cancel', 'refund', 'licence', 'insurance', 'payment-failed']

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language, origin } = context.get(siteContext)
  const t = textFor(language, 'help')
  const { content } = apiOf(context)
  const query = [...(url.searchParams.get('q') ?? '').trim()].slice(0, LONGEST).join('')
  const [help, posts] = await Promise.all([
    content.help({ search: query }),
    query ? content.posts({ search: query, size: POSTS }) : undefined,
  ])
  const crumbs = [
    { label: textFor(language, 'common')('nav.search'), path: '/' },
    { label: t('title'), path: '/pages/help' },
  ]
  return {
    meta: {
      title: query ? t('meta.search', { query }) : t('title'),
      description: t('meta.description'),
      jsonLd: [breadcrumbList(crumbs, { origin, language })],
    },
    query,
    entries: help.results.map(({ slug, topic, title, answer }) => ({ slug, topic, title, answer })),
    posts: posts?.results.map(({ slug, title, description }) => ({ slug, title, description })) ?? [],
  }
}

/** The help centre: every question by topic, or those that a search finds. */
export default function HelpCentre({ loaderData }: Route.ComponentProps) {
  const t = useText('help')
  const common = useText('common')
  const { language } = useLanguage()
  const { query } = loaderData
  const here = pathIn(language, '/pages/help')
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <Breadcrumbs
          crumbs={[
            { label: common('nav.search'), href: pathIn(language, '/') },
            ...(query ? [{ label: t('title'), href: here }, { label: query }] : [{ label: t('title') }]),
          ]}
        />
        <div className="narrow stack stack-6 py-6">
          <header className="stack stack-2">
            <h1>{t('title')}</h1>
            <p className="soft">{t('intro')}</p>
          </header>
          <search>
            <form action={here} className="stack stack-2">
              <label htmlFor="q" className="b">
                {t('search.label')}
              </label>
              <div className="row row-s">
                <input
                  className="in grow"
                  id="q"
                  name="q"
                  type="search"
                  defaultValue={query}
                  maxLength={LONGEST}
                  dir="auto"
                />
                <button type="submit" className="btn btn-go">
                  {t('search.button')}
                </button>
              </div>
            </form>
          </search>
          {query ? <Found {...loaderData} /> : <Topics entries={loaderData.entries} />}
          <AskUs />
        </div>
      </div>
    </main>
  )
}

type Data = Route.ComponentProps['loaderData']

function Topics({ entries }: Pick<Data, 'entries'>) {
  const t = useText('help')
  const popular = POPULAR.flatMap((slug) => entries.filter((entry) => entry.slug === slug))
  return (
    <>
      {popular.length > 0 && (
        <section className="card stack stack-2" aria-labelledby="popular">
          <h2 id="popular">{t('popular')}</h2>
          <Links entries={popular} />
        </section>
      )}
      <ByTopic entries={entries} />
    </>
  )
}

function ByTopic({ entries }: Pick<Data, 'entries'>) {
  const t = useText('help')
  return HELP_TOPICS.map((topic) => {
    const own = entries.filter((entry) => entry.topic === topic)
    if (own.length === 0) return null
    return (
      <section key={topic} className="stack stack-2" id={topic} aria-labelledby={`${topic}-title`}>
        <h2 id={`${topic}-title`}>{t(`topic.${topic}`)}</h2>
        <Links entries={own} />
      </section>
    )
  })
}

function Links({ entries }: Pick<Data, 'entries'>) {
  const { language } = useLanguage()
  return (
    <ul className="stack stack-2">
      {entries.map(({ slug, title }) => (
        <li key={slug}>
          <a href={pathIn(language, `/pages/help/${slug}`)}>{title}</a>
        </li>
      ))}
    </ul>
  )
}

function Found({ entries, posts, query }: Pick<Data, 'entries' | 'posts' | 'query'>) {
  const t = useText('help')
  const { language } = useLanguage()
  const help = pathIn(language, '/pages/help')
  return (
    <>
      {entries.length === 0 ? (
        <EmptyState title={t('search.none', { query })} text={t('search.noneText')}>
          <a className="btn" href={help}>
            {t('search.all')}
          </a>
        </EmptyState>
      ) : (
        <section className="stack" aria-labelledby="found">
          <h2 id="found">{t('search.found', { n: entries.length, query })}</h2>
          <ul className="stack">
            {entries.map(({ slug, title, answer }) => (
              <li key={slug} className="stack stack-1">
                <a className="b" href={`${help}/${slug}`}>
                  {title}
                </a>
                <p className="sm soft">{answer}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {posts.length > 0 && (
        <section className="stack" aria-labelledby="posts">
          <h2 id="posts">{t('search.posts')}</h2>
          <ul className="stack">
            {posts.map(({ slug, title, description }) => (
              <li key={slug} className="stack stack-1">
                <a className="b" href={pathIn(language, `/blog/${slug}`)}>
                  {title}
                </a>
                <p className="sm soft">{description}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

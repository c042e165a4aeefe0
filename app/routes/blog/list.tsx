import { PostCard } from '#app/features/blog/post-card.tsx'
import { postFacts, sharePath } from '#app/features/share/share-facts.server.ts'
import { breadcrumbList } from '#app/features/structured-data/trail.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { listAt, words } from '#app/rules/search/list-address.ts'
import { BLOG_PAGE_SIZE } from '#app/rules/text/content.ts'
import { ListPages } from '#app/ui/desk/list-page.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { EmptyState } from '#app/ui/page/empty-state.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/list'
import { feedLink } from './feed-link.ts'

const POSTS = listAt('/blog', { size: BLOG_PAGE_SIZE, filters: { tag: words(100) } })

export const handle: PageHandle = {
  areas: ['blog'],
  noJs: true,
  query: POSTS.query,
  canonicalQuery: POSTS.query,
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? [loaderData.feed] : [])

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language, origin, config } = context.get(siteContext)
  const t = textFor(language, 'blog')
  const common = textFor(language, 'common')
  const api = apiOf(context)
  const [{ results: tags }, { results: posts, page, pages, filters }] = await Promise.all([
    api.content.tags(),
    readList(POSTS, url, (asked) => api.content.posts(asked)),
  ])
  const tag = tags.find(({ slug }) => slug === filters.tag)
  const isUnknownPage = String(page) !== (url.searchParams.get('page') || '1')
  if ((filters.tag && !tag) || isUnknownPage) throw notFound()
  const [newest] = posts
  const heading = tag?.name ?? t('heading', { brand: config.brand.name[language] })
  const title = tag ? t('meta.tag', { tag: tag.name }) : t('title')
  return {
    meta: {
      title: page > 1 ? t('meta.page', { title, page: formatNumber(page, language) }) : title,
      description: tag ? t('meta.tagDescription', { tag: tag.name }) : t('meta.description'),
      image: newest && sharePath(context, { kind: 'post', id: newest.slug, facts: postFacts(newest, language) }),
      jsonLd: [
        breadcrumbList(
          [
            { label: common('nav.search'), path: '/' },
            { label: t('title'), path: '/blog' },
            ...(tag ? [{ label: tag.name, path: `/blog?tag=${tag.slug}` }] : []),
          ],
          { origin, language },
        ),
      ],
    },
    feed: feedLink({ origin, language, title: t('heading', { brand: config.brand.name[language] }) }),
    ...{ heading, tag, tags, posts, page, pages },
  }
}

export default function BlogPage({ loaderData }: Route.ComponentProps) {
  const t = useText('blog')
  const common = useText('common')
  const { language } = useLanguage()
  const { heading, tag, tags, posts, page, pages } = loaderData
  const blog = pathIn(language, '/blog')
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap stack">
        <Breadcrumbs
          crumbs={[
            { label: common('nav.search'), href: pathIn(language, '/') },
            ...(tag ? [{ label: t('title'), href: blog }, { label: tag.name }] : [{ label: t('title') }]),
          ]}
        />
        <div className="page-head">
          <h1>{heading}</h1>
          {!tag && <p className="soft">{t('intro')}</p>}
        </div>
        {tags.length > 0 && (
          <nav aria-label={t('tags')}>
            <ul className="row row-s">
              <li>
                <a className="chip" href={blog} aria-current={tag ? undefined : 'page'}>
                  {t('all')}
                </a>
              </li>
              {tags.map(({ slug, name }) => (
                <li key={slug}>
                  <a
                    className="chip"
                    href={`${blog}?tag=${slug}`}
                    aria-current={slug === tag?.slug ? 'page' : undefined}
                  >
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {posts.length === 0 ? (
          <EmptyState title={t('empty')} />
        ) : (
          <ul className="grid3">
            {posts.map((post, index) => (
              <PostCard key={post.id} post={post} lazy={index > 2} />
            ))}
          </ul>
        )}
        <ListPages list={POSTS} found={{ page, pages, filters: { tag: tag?.slug } }} />
        <p className="sm">
          <a href={`${blog}/feed.xml`}>{t('feed')}</a>
        </p>
      </div>
    </main>
  )
}

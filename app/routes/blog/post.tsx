import { redirect } from 'react-router'
import { PostCard } from '#app/features/blog/post-card.tsx'
import { PostPicture, sharedCover } from '#app/features/blog/post-picture.tsx'
import { postFacts, sharePath } from '#app/features/share/share-facts.server.ts'
import { breadcrumbList } from '#app/features/structured-data/trail.ts'
import { formatDate } from '#app/i18n/format/dates.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { pageAt } from '#app/rules/search/pagination.ts'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { Prose } from '#app/ui/page/prose.tsx'
import { type ApiClient, apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { decoration } from '#app/web/page/decoration.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageCurrency } from '#app/web/session/currency.ts'
import { viewerOf } from '#app/web/session/visit.ts'
import type { Route } from './+types/post'
import { Comments } from './comments.tsx'
import { feedLink } from './feed-link.ts'
import { nearPost } from './near.server.ts'
import { Near } from './near.tsx'
import { answerPostForm } from './post-forms.server.ts'
import { blogPosting } from './posting.ts'
import { VoteCard } from './vote-card.tsx'

export type PostData = Route.ComponentProps['loaderData']

export const handle: PageHandle = { areas: ['blog'], noJs: true, query: ['comments'] }

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? [loaderData.feed] : [])

const COMMENTS_SIZE = 50

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { language, origin, cookies, config } = context.get(siteContext)
  const api = apiOf(context)
  const { slug } = params
  const post = await api.content.post({ slug })
  if (post.slug !== slug) throw redirect(`/blog/${post.slug}`, 301)
  const currency = pageCurrency({ query: url.searchParams, cookies, language })
  const [comments, near] = await Promise.all([
    readComments(api, slug, Number(url.searchParams.get('comments')) || 1),
    decoration(context, 'near', nearPost(context, post, currency), { offers: [], vehicles: [] }),
  ])
  const brand = config.brand.name[language]
  const t = textFor(language, 'blog')
  const crumbs = [
    { label: textFor(language, 'common')('nav.search'), path: '/' },
    { label: t('title'), path: '/blog' },
    { label: post.title, path: `/blog/${slug}` },
  ]
  return {
    meta: {
      title: post.title,
      description: post.description,
      image:
        sharedCover(post.picture) ??
        sharePath(context, { kind: 'post', id: post.slug, facts: postFacts(post, language) }),
      ...(post.picture_alt && { imageAlt: post.picture_alt }),
      jsonLd: [blogPosting(post, { origin, brand }), breadcrumbList(crumbs, { origin, language })],
    },
    feed: feedLink({ origin, language, title: t('heading', { brand }) }),
    ...{ post, comments, near, currency, isSignedIn: viewerOf(context) !== undefined },
  }
}

async function readComments(api: ApiClient, slug: string, page: number) {
  const { count, results } = await api.content.comments({ slug, size: COMMENTS_SIZE, page })
  return { count, results, ...pageAt({ count }, { page, size: COMMENTS_SIZE }) }
}

/** Counts a vote or saves a comment; people who are not signed in sign in first, and then it is done. */
export async function action({ context, request, params }: Route.ActionArgs) {
  return answerPostForm(context, params.slug, await request.formData())
}

export default function PostPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('blog')
  const common = useText('common')
  const { language } = useLanguage()
  const { post, near, currency } = loaderData
  const blog = pathIn(language, '/blog')
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap read">
        <Breadcrumbs
          crumbs={[
            { label: common('nav.search'), href: pathIn(language, '/') },
            { label: t('title'), href: blog },
            { label: post.title },
          ]}
        />
        <article className="stack stack-6 py-4" lang={post.language === language ? undefined : post.language}>
          <header className="stack stack-2">
            <h1>{post.title}</h1>
            <Byline post={post} />
          </header>
          <PostPicture picture={post.picture} alt={post.picture_alt} size="page" />
          <Prose html={post.html} />
          {post.tags.length > 0 && (
            <ul className="row row-s" aria-label={t('tags')}>
              {post.tags.map(({ slug, name }) => (
                <li key={slug}>
                  <a className="chip" href={`${blog}?tag=${slug}`}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </article>
        <div className="stack stack-6 pb-6">
          <VoteCard
            {...{ votes: post.votes, isSignedIn: loaderData.isSignedIn }}
            reply={actionData?.about === 'vote' ? actionData.form : undefined}
          />
          <Comments data={loaderData} reply={actionData?.about === 'comment' ? actionData.form : undefined} />
          <Near near={near} cities={post.cities} currency={currency} />
          {post.related.length > 0 && (
            <section className="stack" aria-labelledby="related">
              <h2 id="related">{t('related')}</h2>
              <ul className="grid3">
                {post.related.map((other) => (
                  <PostCard key={other.id} post={other} lazy />
                ))}
              </ul>
            </section>
          )}
        </div>
      </div>
    </main>
  )
}

function Byline({ post }: Pick<PostData, 'post'>) {
  const t = useText('blog')
  const { language } = useLanguage()
  const dateOf = (date: string) => formatDate(date, language, 'long')
  return (
    <p className="row row-s sm mute">
      <span>{t('by', { author: post.author })}</span>
      <span aria-hidden="true">·</span>
      <time dateTime={post.published}>{dateOf(post.published)}</time>
      <span aria-hidden="true">·</span>
      <span>{t('minutes', { n: formatNumber(post.minutes, language) })}</span>
      {post.updated > post.published && (
        <>
          <span aria-hidden="true">·</span>
          <span>{t('updated', { date: dateOf(post.updated) })}</span>
        </>
      )}
    </p>
  )
}

import { z } from 'zod'
import { RowId } from '#app/contract/shapes.ts'
import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { formatInstant } from '#app/i18n/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { pageAt } from '#app/rules/pagination.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SubmitButton } from '#app/ui/form.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { deskMeta, deskText, goOn } from '../operator-page.server.ts'
import type { Route } from './+types/comments'
import { ModerationTabs } from './tabs.tsx'

const PATH = '/operator/moderation'
const SIZE = 20

export const handle: PageHandle = { areas: ['moderation'], query: ['page', 'about'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, url }: Route.LoaderArgs) {
  const { ads, content } = apiOf(context)
  const page = Number(url.searchParams.get('page') ?? 1)
  const about = aboutOf(url.searchParams)
  const pageOf = (one: About) => (one === about ? { page, size: SIZE } : { page: 1, size: 1 })
  const [ofAds, ofPosts] = await Promise.all([
    ads.waitingComments(pageOf('ads')),
    content.waitingComments(pageOf('posts')),
  ])
  const shown =
    about === 'ads'
      ? ofAds.results.map(({ ad, ...comment }) => ({ ...comment, path: `/book/car/${ad}`, ad, post: null }))
      : ofPosts.results.map(({ post, ...comment }) => {
          return { ...comment, score: null, path: `/blog/${post.slug}`, ad: null, post: post.title }
        })
  return {
    about,
    counts: { ads: ofAds.count, posts: ofPosts.count },
    comments: shown,
    ...pageAt(about === 'ads' ? ofAds : ofPosts, { page, size: SIZE }),
    meta: deskMeta(context, deskText(context)('nav.moderation')),
  }
}

/** Comments on vehicles, or on the blog's posts. */
const ABOUT = ['ads', 'posts'] as const
type About = (typeof ABOUT)[number]

function aboutOf(query: URLSearchParams): About {
  return query.get('about') === 'posts' ? 'posts' : 'ads'
}

const hrefOf = (about: About, page = 1) => {
  const query = new URLSearchParams({ ...(about === 'posts' && { about }), ...(page > 1 && { page: String(page) }) })
  return query.size > 0 ? `${PATH}?${query}` : PATH
}

const Judgement = z.object({ id: RowId, decision: z.enum(['show', 'remove'], { error: 'required' }) })

export async function action({ context, request, url }: Route.ActionArgs) {
  const t = deskText(context)
  const form = await parseForm(request, Judgement, formPage(context))
  if (!form.ok) return form.reply
  const about = aboutOf(url.searchParams)
  const judgement = { id: form.value.id, approved: form.value.decision === 'show' }
  const { ads, content } = apiOf(context)
  try {
    await (about === 'ads' ? ads.judgeComment(judgement) : content.judgeComment(judgement))
  } catch (error) {
    if (isCallError(error, 'NOT_FOUND')) return goOn(context, hrefOf(about), t('comments.gone'), 'warning')
    throw error
  }
  return goOn(context, hrefOf(about), t(judgement.approved ? 'comments.shown' : 'comments.removed'))
}

export default function Moderation({ loaderData: { about, counts, comments, page, pages } }: Route.ComponentProps) {
  const t = useText('operator')
  const { language } = useLanguage()
  return (
    <>
      <DeskHead title={t('nav.moderation')} />
      <div className="stack">
        <ModerationTabs current={about} counts={counts} />
        {comments.length === 0 && <EmptyState title={t('comments.none')} />}
        {comments.map(({ id, ad, post, path, author, body, score, created_at, ...comment }) => (
          <article key={id} className="card stack stack-2" aria-label={author}>
            <div className="row between">
              <b>
                <bdi>{author}</bdi>
                {score !== null && (
                  <span className="mute">
                    {' '}
                    · {localDigits(score, language)}/{localDigits(5, language)}
                  </span>
                )}
              </b>
              <span className="sm mute">{formatInstant(new Date(created_at), HOME_ZONE, language, 'long')}</span>
            </div>
            <p lang={comment.language} dir="auto">
              {body}
            </p>
            <p className="sm">
              <a href={pathIn(language, path)}>{post ?? t('comments.about', { id: localDigits(ad ?? 0, language) })}</a>
            </p>
            <PostForm className="row" action={hrefOf(about)}>
              <input type="hidden" name="id" value={id} />
              <SubmitButton name="decision" value="show">
                {t('comments.show')}
                <span className="vh"> {author}</span>
              </SubmitButton>
              <SubmitButton name="decision" value="remove" className="btn btn-bad">
                {t('comments.remove')}
                <span className="vh"> {author}</span>
              </SubmitButton>
            </PostForm>
          </article>
        ))}
        <Pagination page={page} pages={pages} href={(n) => pathIn(language, hrefOf(about, n))} />
      </div>
    </>
  )
}

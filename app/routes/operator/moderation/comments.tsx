import { z } from 'zod'
import { RowId } from '#app/contract/shapes/shapes.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { listAt, oneOf } from '#app/rules/search/list-address.ts'
import { ListPage } from '#app/ui/desk/list-page.tsx'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import { deskText } from '../operator-page.server.ts'
import type { Route } from './+types/comments'
import { ModerationTabs } from './tabs.tsx'

const ABOUT = ['ads', 'posts'] as const
const COMMENTS = listAt('/operator/moderation', { size: 20, filters: { about: oneOf(ABOUT, 'ads') } })

export const handle: PageHandle = { title: 'operator/nav.moderation', areas: ['moderation'], query: COMMENTS.query }

/** Comments on vehicles, or on the blog's posts, with the number that wait in the other list. */
export function loader({ context, url }: Route.LoaderArgs) {
  const { ads, content } = apiOf(context)
  return readList(COMMENTS, url, async ({ about, ...asked }) => {
    const askedOf = (one: (typeof ABOUT)[number]) => (one === about ? asked : { page: 1, size: 1 })
    const [ofAds, ofPosts] = await Promise.all([
      ads.waitingComments(askedOf('ads')),
      content.waitingComments(askedOf('posts')),
    ])
    const shown = about === 'ads' ? ofAds : ofPosts
    return {
      ...shown,
      counts: { ads: ofAds.count, posts: ofPosts.count },
      results: shown.results.map((comment) => shownComment(comment)),
    }
  })
}

interface WaitingComment {
  id: number
  author: string
  body: string
  language: string
  created_at: string
  score?: number | null
  /** The subject: a vehicle by its number, or a post. */
  ad?: number
  post?: { slug: string; title: string }
}

function shownComment({ score, ad, post, ...comment }: WaitingComment) {
  const path = post ? `/blog/${post.slug}` : `/book/car/${ad}`
  return { ...comment, path, score: score ?? null, ad: ad ?? null, post: post?.title ?? null }
}

const Judgement = z.object({ id: RowId, decision: z.enum(['show', 'remove'], { error: 'required' }) })

export async function action({ context, request, url }: Route.ActionArgs) {
  const t = deskText(context)
  const { about } = COMMENTS.asked(url.searchParams)
  const back = COMMENTS.href({ about })
  const { ads, content } = apiOf(context)
  return answerForm({ context, request }, Judgement, async ({ id, decision }) => {
    const judgement = { id, approved: decision === 'show' }
    try {
      await (about === 'ads' ? ads.judgeComment(judgement) : content.judgeComment(judgement))
    } catch (error) {
      if (isCallError(error, 'NOT_FOUND')) return goOn(context, back, t('comments.gone'), 'warning')
      throw error
    }
    return { to: back, said: t(judgement.approved ? 'comments.shown' : 'comments.removed') }
  })
}

export default function Moderation({ loaderData }: Route.ComponentProps) {
  const t = useText('operator')
  const { counts, results, filters } = loaderData
  return (
    <ListPage
      list={COMMENTS}
      found={loaderData}
      title={t('nav.moderation')}
      filters={<ModerationTabs current={filters.about} counts={counts} />}
      empty={t('comments.none')}
    >
      {results.map((comment) => (
        <Comment key={comment.id} comment={comment} back={COMMENTS.href(filters)} />
      ))}
    </ListPage>
  )
}

type Comments = Route.ComponentProps['loaderData']['results']

function Comment({
  comment: { id, ad, post, path, author, body, score, created_at, language: written },
  back,
}: {
  comment: Comments[number]
  back: string
}) {
  const t = useText('operator')
  const { language } = useLanguage()
  return (
    <article className="card stack stack-2" aria-label={author}>
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
      <p lang={written} dir="auto">
        {body}
      </p>
      <p className="sm">
        <a href={pathIn(language, path)}>{post ?? t('comments.about', { id: localDigits(ad ?? 0, language) })}</a>
      </p>
      <PostForm className="row" action={back}>
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
  )
}

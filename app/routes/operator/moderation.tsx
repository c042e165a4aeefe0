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
import type { Route } from './+types/moderation'
import { deskMeta, deskText, goOn } from './operator-page.server.ts'

const PATH = '/operator/moderation'
const SIZE = 20

export const handle: PageHandle = { query: ['page'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = Number(url.searchParams.get('page') ?? 1)
  const found = await apiOf(context).ads.waitingComments({ page, size: SIZE })
  return {
    comments: found.results,
    ...pageAt(found, { page, size: SIZE }),
    meta: deskMeta(context, deskText(context)('nav.moderation')),
  }
}

const Judgement = z.object({ id: RowId, decision: z.enum(['show', 'remove'], { error: 'required' }) })

export async function action({ context, request }: Route.ActionArgs) {
  const t = deskText(context)
  const form = await parseForm(request, Judgement, formPage(context))
  if (!form.ok) return form.reply
  const approved = form.value.decision === 'show'
  try {
    await apiOf(context).ads.judgeComment({ id: form.value.id, approved })
  } catch (error) {
    if (isCallError(error, 'NOT_FOUND')) return goOn(context, PATH, t('comments.gone'), 'warning')
    throw error
  }
  return goOn(context, PATH, t(approved ? 'comments.shown' : 'comments.removed'))
}

export default function Moderation({ loaderData: { comments, page, pages } }: Route.ComponentProps) {
  const t = useText('operator')
  const { language } = useLanguage()
  return (
    <>
      <DeskHead title={t('nav.moderation')} />
      <div className="stack">
        {comments.length === 0 && <EmptyState title={t('comments.none')} />}
        {comments.map(({ id, ad, author, body, score, created_at, ...comment }) => (
          <section key={id} className="card stack stack-2" aria-label={author}>
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
              <a href={pathIn(language, `/book/car/${ad}`)}>{t('comments.about', { id: localDigits(ad, language) })}</a>
            </p>
            <PostForm className="row">
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
          </section>
        ))}
        <Pagination page={page} pages={pages} href={(n) => pathIn(language, `${PATH}?page=${n}`)} />
      </div>
    </>
  )
}

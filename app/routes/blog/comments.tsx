import { formatDate } from '#app/i18n/format/dates.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextArea } from '#app/ui/form/text-field.tsx'
import { Pagination } from '#app/ui/page/pagination.tsx'
import type { PostData } from './post.tsx'

const LONGEST = 2000

/** The comments on a post, and a form for a new one. */
export function Comments({ data: { comments, isSignedIn }, reply }: { data: PostData; reply: FormReply | undefined }) {
  const t = useText('blog')
  const form = useReply('comment', { reply })
  const { count, results, page, pages } = comments
  return (
    <section className="stack" id="comments" aria-labelledby="comments-title">
      <h2 id="comments-title">{t('comments.title', { n: count })}</h2>
      {results.length > 0 && (
        <div>
          {results.map((comment) => (
            <Comment key={comment.id} comment={comment} />
          ))}
        </div>
      )}
      <Pagination page={page} pages={pages} href={(number) => `?comments=${number}#comments`} />
      <PostForm className="stack stack-2" {...form.props} aria-label={t('comments.send')}>
        <ErrorSummary id="comment-errors" entries={form.summary({ body: t('comments.label') })} />
        <TextArea
          {...form.field('body')}
          label={t('comments.label')}
          hint={isSignedIn ? t('comments.hint') : t('comments.signIn')}
          rows={4}
          maxLength={LONGEST}
          required
          dir="auto"
        />
        <div>
          <SubmitButton name="intent" value="comment">
            {t('comments.send')}
          </SubmitButton>
        </div>
      </PostForm>
    </section>
  )
}

function Comment({ comment }: { comment: PostData['comments']['results'][number] }) {
  const { language } = useLanguage()
  const { author, body, created_at } = comment
  const date = created_at.slice(0, 10)
  return (
    <article className="cmt">
      <span className="ava ava-s" aria-hidden="true">
        {[...author].find((letter) => /\p{L}/u.test(letter)) ?? formatNumber(0, language)}
      </span>
      <div>
        <b dir="auto">{author}</b>{' '}
        <span className="xs mute">
          <time dateTime={date}>{formatDate(date, language, 'long')}</time>
        </span>
        <p
          dir="auto"
          lang={comment.language === language ? undefined : comment.language}
          className="whitespace-pre-line"
        >
          {body}
        </p>
      </div>
    </article>
  )
}

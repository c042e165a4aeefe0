import { formatNumber } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import type { PostData } from './post.tsx'

type Votes = PostData['post']['votes']

/**
 * Whether a post was helpful: two buttons with their counts. The reader's own vote is pressed, and pressing it again
 * removes it.
 */
export function VoteCard({
  votes,
  isSignedIn,
  reply,
}: {
  votes: Votes
  isSignedIn: boolean
  reply: FormReply | undefined
}) {
  const t = useText('blog')
  const form = useReply('vote-form', { reply })
  return (
    <section className="card row between" id="vote" aria-labelledby="vote-title">
      <ErrorSummary id="vote-errors" entries={form.summary({})} />
      <div>
        <h2 id="vote-title" className="b">
          {t('vote.title')}
        </h2>
        {!isSignedIn && <p className="sm soft">{t('vote.signIn')}</p>}
      </div>
      <PostForm className="row row-s" {...form.props} aria-labelledby="vote-title">
        <VoteButton kind="like" count={votes.likes} isOwn={votes.own === 'LIKE'} />
        <VoteButton kind="dislike" count={votes.dislikes} isOwn={votes.own === 'DISLIKE'} />
      </PostForm>
    </section>
  )
}

function VoteButton({ kind, count, isOwn }: { kind: 'like' | 'dislike'; count: number; isOwn: boolean }) {
  const t = useText('blog')
  const { language } = useLanguage()
  return (
    <button
      type="submit"
      className="btn"
      name="intent"
      value={isOwn ? `withdraw-${kind}` : kind}
      aria-pressed={isOwn}
      title={isOwn ? t('vote.own') : undefined}
    >
      <Icon name={kind} />
      {t(`vote.${kind}`)} <span className="mute">{formatNumber(count, language)}</span>
    </button>
  )
}

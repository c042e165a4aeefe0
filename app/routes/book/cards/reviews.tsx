import type { Review, ShownAd } from '#app/features/booking/booking-form.ts'
import { formatDate } from '#app/i18n/format/dates.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { KeptList } from '#app/ui/page/kept-markup.tsx'
import { Pagination } from '#app/ui/page/pagination.tsx'
import { Rating, Stars } from '#app/ui/rating.tsx'

/** What travellers wrote, in the reader's language first. */
export function Reviews({
  ad,
  comments,
  reviews,
  href,
}: {
  ad: ShownAd
  /** `marks` are the ratings from one to five stars, if each is known. */
  comments: { count: number; page: number; pages: number; marks?: readonly number[] }
  /** Undefined if the page has them already (`KeptList`). */
  reviews: readonly Review[] | undefined
  href: (page: number) => string
}) {
  const t = useText('booking')
  const marks = useMarks(comments.marks ?? [])
  return (
    <section className="stack" id="reviews" aria-labelledby="reviews-title">
      <div className="row between">
        <h2 id="reviews-title">{t('reviews.title')}</h2>
        <Rating {...ad.rating} />
      </div>
      {ad.rating.count > 0 && (
        <p className="sm mute">
          {[t('reviews.counts', { ratings: ad.rating.count, n: comments.count }), ...marks].join(' · ')}
        </p>
      )}
      {comments.count === 0 ? (
        <p className="soft">{t('reviews.none')}</p>
      ) : (
        <KeptList
          entries={
            reviews && (() => reviews.map((one) => <Comment key={one.id} comment={one} company={ad.company.name} />))
          }
        />
      )}
      <Pagination page={comments.page} pages={comments.pages} href={href} />
    </section>
  )
}

/** How many ratings have five stars, four, and so on. */
function useMarks(marks: readonly number[]): string[] {
  const t = useText('booking')
  return marks.flatMap((n, index) => (n > 0 ? [t('reviews.mark', { stars: index + 1, n })] : [])).reverse()
}

function Comment({ comment, company }: { comment: Review; company: string }) {
  const t = useText('booking')
  const { language } = useLanguage()
  const { author, body, score, written, answer } = comment
  const isForeign = comment.language !== language
  const foreign = isForeign ? { lang: comment.language, dir: 'auto' as const } : {}
  return (
    <li className="cmt">
      <span className="ava ava-s" aria-hidden="true">
        {[...author][0]}
      </span>
      <div>
        <div className="row between">
          <b {...foreign}>{author}</b> {score !== null && <Stars score={score} />}
        </div>
        <p {...foreign}>{body}</p>
        <span className="xs mute">
          <time dateTime={written}>{formatDate(written, language, 'long')}</time>
          {isForeign && (
            <>
              {` · ${t('reviews.writtenIn', { language: comment.language })} · `}
              <a href={translationOf(comment, language)} target="_blank" rel="noopener">
                {t('reviews.translate')}
              </a>
            </>
          )}
        </span>
        {answer && (
          <div className="pt-2 ps-4">
            <b>{t('reviews.answer', { company })}</b>
            <p className="pre" dir="auto">
              {answer.body}
            </p>
            <span className="xs mute">
              <time dateTime={answer.written}>{formatDate(answer.written, language, 'long')}</time>
            </span>
          </div>
        )}
      </div>
    </li>
  )
}

/** A translation service's page for a review, where the text goes once the reader follows the link. Source: *ours*. */
function translationOf({ body }: Review, to: string): string {
  return `https://translate.google.com/?${new URLSearchParams({ tl: to, text: body })}`
}

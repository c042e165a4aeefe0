import { ReviewAnswer } from '#app/contract/company/reviews.ts'
import { RowId } from '#app/contract/shapes/shapes.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { REVIEW_ANSWER_MAX } from '#app/rules/search/rating.ts'
import { Card } from '#app/ui/card.tsx'
import { DecisionForm } from '#app/ui/desk/decision-form.tsx'
import { type FormReply, useReply } from '#app/ui/form/form.tsx'
import { TextArea } from '#app/ui/form/text-field.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { Stars } from '#app/ui/rating.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/answer'

export const handle: PageHandle = { areas: ['reviews', 'errors'], noJs: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const review = await apiOf(context).company.reviews.read({ id: idOf(params.id) })
  const t = textFor(context.get(siteContext).language, 'reviews')
  return { meta: { title: t('titleOf', { name: review.author }) }, review }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const t = textFor(context.get(siteContext).language, 'reviews')
  return answerForm(
    { context, request },
    ReviewAnswer,
    async ({ answer }) => {
      await apiOf(context).company.reviews.answer({ id: idOf(params.id), answer })
      return { to: '/desk/reviews', said: t('done') }
    },
    { at: { CHANGED_MEANWHILE: { '': ['review_answered'] } } },
  )
}

function idOf(param: string): number {
  const id = RowId.safeParse(param)
  if (!id.success) throw notFound()
  return id.data
}

type Review = Route.ComponentProps['loaderData']['review']

/** A review, and its answer: once it is published it stays. */
export default function ReviewPage({ loaderData: { review }, actionData }: Route.ComponentProps) {
  const t = useText('reviews')
  const { language } = useLanguage()
  const at = (instant: string) => formatInstant(new Date(instant), HOME_ZONE, language, 'long')
  const title = t('titleOf', { name: review.author })
  return (
    <>
      <Breadcrumbs
        crumbs={[{ label: t('title'), href: pathIn(language, '/desk/reviews') }, { label: review.author }]}
      />
      <h1 className="head">{title}</h1>
      <div className="stack">
        <Card id="review" title={review.vehicle} className="stack stack-2">
          <div className="row between">
            <bdi>{review.author}</bdi> {review.score !== null && <Stars score={review.score} />}
          </div>
          <p dir="auto">{review.body}</p>
          <p className="sm soft">{at(review.created_at)}</p>
        </Card>
        {review.answer && review.answered_at ? (
          <Card id="answer" title={t('own')} className="stack stack-2">
            <p className="pre" dir="auto">
              {review.answer}
            </p>
            <p className="sm soft">
              {at(review.answered_at)} {review.answered_by && <bdi>{review.answered_by}</bdi>}
            </p>
          </Card>
        ) : (
          <AnswerForm review={review} reply={actionData?.form} />
        )}
      </div>
    </>
  )
}

function AnswerForm({ review, reply }: { review: Review; reply: FormReply | undefined }) {
  const t = useText('reviews')
  const form = useReply('answer', { reply })
  return (
    <DecisionForm
      form={form}
      labels={{ answer: t('answer') }}
      text={t('answerText')}
      choices={[{ label: t('publish') }]}
      back={{ path: '/desk/reviews', label: t('back') }}
    >
      <TextArea
        {...form.field('answer')}
        label={t('answer')}
        hint={t('answerHint', { name: review.author })}
        rows={4}
        maxLength={REVIEW_ANSWER_MAX}
        required
      />
    </DecisionForm>
  )
}

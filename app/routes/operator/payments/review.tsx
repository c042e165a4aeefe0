import { ReviewDecision } from '#app/contract/operator/payments/reviews.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { REVIEW_OUTCOMES } from '#app/rules/money/payment/review-outcome.ts'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { orGone } from '#app/web/page/answers.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { requireFreshFactor } from '#app/web/session/fresh-factor.server.ts'
import { deskText } from '../operator-page.server.ts'
import { ReasonForm } from '../reason-form.tsx'
import { publicIdOf } from '../row-id.server.ts'
import type { Route } from './+types/review'

export const handle: PageHandle = { areas: ['trips'], query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  const payment = await apiOf(context).operator.payments.read({ id: publicIdOf(params) })
  const { id, number, amount, currency, reference, payer, status, history } = payment
  const said = history.find(({ what }) => what === 'REASON')?.detail ?? ''
  const name = payer.fullname || payer.phone
  const meta = { title: deskText(context)('review.title', { number }) }
  return orGone({ meta, id, number, amount, currency, reference, name, said, status }, status === 'REVIEW')
}

export function action({ context, params, request }: Route.ActionArgs) {
  return answerForm({ context, request }, ReviewDecision, async ({ outcome, reference, reason }) => {
    const id = publicIdOf(params)
    const { waits } = await apiOf(context).operator.payments.decideReview({
      id,
      outcome,
      reference: reference || undefined,
      reason,
    })
    return { to: `/operator/payments/${id}`, said: deskText(context)(waits ? 'review.waits' : 'review.done') }
  })
}

export default function Review({ loaderData, actionData }: Route.ComponentProps) {
  const { id, number, amount, currency, reference, name, said, status } = loaderData
  const t = useText('operator')
  const trips = useText('trips')
  const { language } = useLanguage()
  const labels = { reference: t('payment.reference') }
  const payment = `/operator/payments/${id}`
  const shown = localDigits(number, language)
  const way = <a href={pathIn(language, payment)}>{t('cardReturns.payment', { number: shown })}</a>
  return (
    <>
      <DeskHead title={t('review.title', { number: shown })} />
      {status === 'REVIEW' ? (
        <ReasonForm
          id="review"
          reply={actionData?.form}
          labels={labels}
          text={
            <>
              <p>{t('review.question', { amount: formatMoney(amount, currency, language), name })}</p>
              <p className="sm soft">{t('review.outcomes')}</p>
              {said && (
                <p className="sm" dir="ltr">
                  {said}
                </p>
              )}
              {reference && (
                <p className="sm" dir="ltr">
                  {reference}
                </p>
              )}
              {way}
            </>
          }
          name="outcome"
          choices={REVIEW_OUTCOMES.map((value) => ({
            value,
            label: t(`review.${value}`),
            isBad: value === 'MISSING',
          }))}
          back={payment}
        >
          {(form) =>
            !reference && (
              <TextField
                {...form.field('reference')}
                label={labels.reference}
                hint={t('review.referenceHint')}
                dir="ltr"
              />
            )
          }
        </ReasonForm>
      ) : (
        <div className="card stack">
          <p role="alert">{t('review.gone', { status: trips(`status.${status}`) })}</p>
          {way}
        </div>
      )}
    </>
  )
}

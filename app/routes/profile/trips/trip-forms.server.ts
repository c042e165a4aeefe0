import { type RouterContextProvider, redirect } from 'react-router'
import type { z } from 'zod'
import { CommentFields, RatingFields } from '#app/contract/ads.ts'
import { DisputeFields } from '#app/contract/company/proposal.ts'
import { PictureUpload } from '#app/contract/shapes/shapes.ts'
import { phaseOf } from '#app/features/reservation/phase.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { isNotFoundAnswer } from '#app/web/page/answers.ts'
import type { Refusable } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { OwnTrip } from './own-trip.server.ts'

type Context = Readonly<RouterContextProvider>

const Acceptance = DisputeFields.pick({ proposal: true })

/** Does what a form of the trip's page asks for and comes back to it: asks the bank, takes a picture, a score or words. */
export async function answerTripForm(context: Context, trip: OwnTrip, fields: FormData) {
  switch (fields.get('intent')) {
    case 'deposit':
      return takePicture(context, trip, fields)
    case 'rate':
      return takeScore(context, trip, fields)
    case 'accept':
    case 'dispute':
    case 'add':
      return takeAnswer(context, trip, fields)
    case 'comment':
      return takeWords(context, trip, fields)
    default:
      return askBank(context, trip)
  }
}

function takePicture(context: Context, { id }: OwnTrip, fields: FormData) {
  const take = async ({ image }: z.output<typeof PictureUpload>) => {
    await apiOf(context).reservations.uploadDeposit({ reservation: id, image })
    return { to: pathOf(id), said: textOf(context)('deposit.sent') }
  }
  return answerForm({ context, request: fields }, PictureUpload, take, {
    at: { TOO_MANY_REQUESTS: { image: ['too_many_requests'] } },
  })
}

function takeScore(context: Context, { id, ad }: OwnTrip, fields: FormData) {
  const take = async ({ score }: z.output<typeof RatingFields>) => {
    await apiOf(context).ads.rate({ id: ad.id, score, reservation: id })
    return { to: pathOf(id), said: textOf(context)('rate.thanks') }
  }
  return answerForm({ context, request: fields }, RatingFields, take, {
    at: { TOO_MANY_REQUESTS: { score: ['too_many_requests'] }, NOT_RATEABLE: { score: ['not_rateable'] } },
  })
}

function takeAnswer(context: Context, { id }: OwnTrip, fields: FormData) {
  const intent = fields.get('intent')
  const { reservations } = apiOf(context)
  const t = textFor(context.get(siteContext).language, 'protocol')
  if (intent === 'add')
    return answerForm({ context, request: fields }, DisputeFields, async (said) => {
      await reservations.addToDispute({ id, ...said })
      return { to: pathOf(id), said: t('statement.add.done') }
    })
  const isDispute = intent === 'dispute'
  return answerForm({ context, request: fields }, isDispute ? DisputeFields : Acceptance, async (answered) => {
    await reservations.answerProposal({ id, answer: isDispute ? 'DISPUTE' : 'ACCEPT', ...answered })
    return { to: pathOf(id), said: t(isDispute ? 'charges.disputed' : 'charges.accepted') }
  })
}

function takeWords(context: Context, { id, ad }: OwnTrip, fields: FormData) {
  const take = async ({ body }: z.output<typeof CommentFields>, form: Refusable) => {
    try {
      await apiOf(context).ads.comment({ id: ad.id, body })
    } catch (error) {
      // The vehicle is not on offer any more; the trip itself still is.
      if (isNotFoundAnswer(error)) return form.refuse({ '': ['unknown_ad'] }, 409)
      throw error
    }
    return { to: pathOf(id), said: textOf(context)('comment.thanks') }
  }
  return answerForm({ context, request: fields }, CommentFields, take, {
    at: { TOO_MANY_REQUESTS: { body: ['too_many_requests'] } },
  })
}

/** "Check again": asks the bank, and says what is not seen on the page. */
async function askBank(context: Context, { id, payment }: OwnTrip) {
  const { language } = context.get(siteContext)
  const api = apiOf(context)
  if (payment) await api.payments.clientVerify({ ref_id: payment.id })
  const after = phaseOf(await api.reservations.read({ id }))
  const t = textFor(language, 'voucher')
  const message = after === 'checking' ? t('stillChecking') : after === 'pay' ? t('notPaidYet') : undefined
  return message ? goOn(context, pathOf(id), message, 'info') : redirect(pathOf(id), 303)
}

const textOf = (context: Context) => textFor(context.get(siteContext).language, 'trips')
const pathOf = (id: string) => `/profile/reservation/${id}`

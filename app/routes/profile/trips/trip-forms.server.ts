import { type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { phaseOf } from '#app/features/reservation/phase.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { apiOf } from '#app/web/api.server.ts'
import { isNotFoundAnswer } from '#app/web/page/answers.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { parseForm } from '#app/web/page/forms.ts'
import { flashCookie } from '#app/web/session/cookie/cookies.ts'
import type { OwnTrip } from './own-trip.server.ts'

type Context = Readonly<RouterContextProvider>

/** Fields as the calls take them; what is wrong with their values the calls say. */
const Picture = z.object({ image: z.file({ error: 'required' }) })
const Score = z.object({ score: z.coerce.number({ error: 'required' }).int('score').min(1, 'score').max(5, 'score') })
const Acceptance = z.object({ proposal: PublicId })
const Dispute = Acceptance.extend({
  message: z.string({ error: 'required' }).trim().min(1, 'required').max(2000, 'max_length'),
})
const Words = z.object({ body: z.string({ error: 'required' }).trim().min(1, 'required').max(2000, 'max_length') })

/** Does what a form of the trip's page asks for and comes back to it: asks the bank, takes a picture, a score or words. */
export async function answerTripForm(context: Context, trip: OwnTrip, fields: FormData) {
  switch (fields.get('intent')) {
    case 'deposit':
      return takePicture(context, trip, fields)
    case 'rate':
      return takeScore(context, trip, fields)
    case 'accept':
    case 'dispute':
      return takeAnswer(context, trip, fields)
    case 'comment':
      return takeWords(context, trip, fields)
    default:
      return askBank(context, trip)
  }
}

async function takePicture(context: Context, trip: OwnTrip, fields: FormData) {
  const form = await parseForm(fields, Picture, formPageAt(context, trip))
  if (!form.ok) return form.reply
  try {
    await apiOf(context).reservations.uploadDeposit({ reservation: trip.id, image: form.value.image })
    return backTo(context, trip, 'deposit.sent')
  } catch (error) {
    return refused(error, form, { at: { TOO_MANY_REQUESTS: { image: ['too_many_requests'] } } })
  }
}

async function takeScore(context: Context, trip: OwnTrip, fields: FormData) {
  const form = await parseForm(fields, Score, formPageAt(context, trip))
  if (!form.ok) return form.reply
  try {
    await apiOf(context).ads.rate({ id: trip.ad.id, score: form.value.score, reservation: trip.id })
    return backTo(context, trip, 'rate.thanks')
  } catch (error) {
    return refused(error, form, {
      at: { TOO_MANY_REQUESTS: { score: ['too_many_requests'] }, NOT_RATEABLE: { score: ['not_rateable'] } },
    })
  }
}

async function takeAnswer(context: Context, trip: OwnTrip, fields: FormData) {
  const isDispute = fields.get('intent') === 'dispute'
  const form = await parseForm(fields, isDispute ? Dispute : Acceptance, formPageAt(context, trip))
  if (!form.ok) return form.reply
  const { language, origin } = context.get(siteContext)
  try {
    const answer = isDispute ? ('DISPUTE' as const) : ('ACCEPT' as const)
    await apiOf(context).reservations.answerProposal({ id: trip.id, answer, ...form.value })
    const message = textFor(language, 'protocol')(isDispute ? 'charges.disputed' : 'charges.accepted')
    const headers = { 'set-cookie': flashCookie({ kind: 'success', message }, origin) }
    return redirect(`/profile/reservation/${trip.id}`, { status: 303, headers })
  } catch (error) {
    return refused(error, form)
  }
}

async function takeWords(context: Context, trip: OwnTrip, fields: FormData) {
  const form = await parseForm(fields, Words, formPageAt(context, trip))
  if (!form.ok) return form.reply
  try {
    await apiOf(context).ads.comment({ id: trip.ad.id, body: form.value.body })
    return backTo(context, trip, 'comment.thanks')
  } catch (error) {
    // The vehicle is not on offer any more; the trip itself still is.
    if (isNotFoundAnswer(error)) return form.refuse({ '': ['unknown_ad'] }, 409)
    return refused(error, form, { at: { TOO_MANY_REQUESTS: { body: ['too_many_requests'] } } })
  }
}

/** "Check again": asks the bank, and says what is not seen on the page. */
async function askBank(context: Context, { id, payment }: OwnTrip) {
  const { language, origin } = context.get(siteContext)
  const api = apiOf(context)
  if (payment) await api.payments.clientVerify({ ref_id: payment.id })
  const after = phaseOf(await api.reservations.read({ id }))
  const t = textFor(language, 'voucher')
  const message = after === 'checking' ? t('stillChecking') : after === 'pay' ? t('notPaidYet') : undefined
  const headers = message ? { 'set-cookie': flashCookie({ kind: 'info', message }, origin) } : undefined
  return redirect(`/profile/reservation/${id}`, { status: 303, headers })
}

function formPageAt(context: Context, { city }: OwnTrip) {
  return { language: context.get(siteContext).language, today: dateIn(city.zone, new Date()) }
}

function backTo(context: Context, { id }: OwnTrip, said: 'deposit.sent' | 'rate.thanks' | 'comment.thanks') {
  const { language, origin } = context.get(siteContext)
  const flash = flashCookie({ kind: 'success', message: textFor(language, 'trips')(said) }, origin)
  return redirect(`/profile/reservation/${id}`, { status: 303, headers: { 'set-cookie': flash } })
}

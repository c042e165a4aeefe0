import { data, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router'
import { kindOf } from '#app/features/booking/book-address.ts'
import type { BookingContext } from '#app/features/booking/booking-context.ts'
import { type Booking, FORM_ID } from '#app/features/booking/booking-form.ts'
import { ExtrasCard } from '#app/features/booking/extras-card.tsx'
import type { ChosenDays } from '#app/features/booking/free-days.ts'
import { fieldsOfHeld, heldOf, typedFields } from '#app/features/booking/held/held-booking.server.ts'
import { HeldNote } from '#app/features/booking/held/held-note.tsx'
import { similarTo } from '#app/features/booking/quote.server.ts'
import { shownAd } from '#app/features/booking/shown.server.ts'
import { WhereCard } from '#app/features/booking/where-card.tsx'
import { TIME_QUERY } from '#app/features/search/search-query.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { AnswerNotes } from '#app/routes/book/cards/answer-notes.tsx'
import { DriverCard } from '#app/routes/book/cards/driver-card.tsx'
import { FlexibleOption } from '#app/routes/book/cards/flexible-option.tsx'
import { Gallery } from '#app/routes/book/cards/gallery.tsx'
import { KeptVehicleLinks } from '#app/routes/book/cards/other-vehicles.tsx'
import { PayBar, PriceAside } from '#app/routes/book/cards/price-aside.tsx'
import { PriceCard } from '#app/routes/book/cards/price-card.tsx'
import { Reviews } from '#app/routes/book/cards/reviews.tsx'
import { RulesCard } from '#app/routes/book/cards/rules-card.tsx'
import { SIGN_IN_INTENTS } from '#app/routes/book/cards/sign-in-offer.tsx'
import { Details, Heading } from '#app/routes/book/cards/vehicle.tsx'
import { WhenCard } from '#app/routes/book/cards/when-card.tsx'
import { DEFAULT_TIME } from '#app/rules/constants.ts'
import { useReply } from '#app/ui/form/form.tsx'
import { useJudgedFields } from '#app/ui/form/judged-form.live.ts'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { decoration } from '#app/web/page/decoration.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { withDocumentOnly } from '#app/web/router/document-only.ts'
import { SheetPlace } from '#app/web/router/style/sheet-place.tsx'
import { redirectToChosenSignIn } from '#app/web/session/require-sign-in.ts'
import { viewerOf } from '#app/web/session/visit.ts'
import type { Route } from './+types/book'
import { answeredContext, UNASKED } from './answered.server.ts'
import { metaOf } from './book-meta.server.ts'
import { draftOf, goToLanguage, goToPrice } from './draft.server.ts'
import { joinAnswers, statusOf } from './join-answers.ts'
import { LANGUAGE_INTENT, useFormInLanguage } from './language-over-form.live.ts'
import { useLiveCalendar } from './live-calendar.live.ts'
import { useLivePrice } from './live-price.live.ts'
import { fillInPerson, personFields } from './person-fields.server.ts'
import {
  type BookParams,
  bookingOfAddress,
  calendarOfBooking,
  initialFields,
  isHeldTime,
  openBookingContext,
  readComments,
} from './read-booking.server.ts'
import { answerForm } from './reserve.server.ts'

export const handle: PageHandle = {
  areas: ['vehicle', 'booking', 'identity', 'bill', 'terms', 'refunds', 'asked'],
  bodyClass: 'has-pay-bar',
  query: [...TIME_QUERY, 'month', 'page'],
  canonicalPath: (path) => path.split('/').slice(0, 4).join('/'),
}

const NO_COMMENTS = { count: 0, page: 1, pages: 1, reviews: [] }

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const answered = context.get(answeredContext)
  const bookingContext = answered?.bookingContext ?? (await openBookingContext(context, params, url))
  const draft = answered ? undefined : draftOf(context, url)
  const booking = answered ? UNASKED : await begunBooking(context, bookingContext, { params, url, draft })
  const { searchParams: query } = url
  const chosen = answered?.booking.chosen ?? booking.chosen
  const [calendar, { reviews, ...comments }, similar, person] = await Promise.all([
    decoration(context, 'calendar', calendarOfBooking(bookingContext, chosen, query.get('month')), undefined),
    decoration(context, 'comments', readComments(bookingContext, query.get('page')), NO_COMMENTS),
    answered || booking.alternatives
      ? []
      : decoration(context, 'similar', similarTo(bookingContext, timeOf(booking)), []),
    decoration(context, 'person', personFields(context), {}),
  ])
  const held = await heldOf(context, bookingContext)
  const typed =
    held && isHeldTime(held, chosen) ? fieldsOfHeld(held.held) : Object.fromEntries(draft ? typedFields(draft) : [])
  const page = {
    meta: metaOf(context, bookingContext, { isPriced: Boolean(answered || booking.quote) }),
    ad: shownAd(bookingContext.ad),
    today: bookingContext.today,
    currency: bookingContext.currency,
    booking,
    initial: { ...initialFields(bookingContext, chosen), ...person, ...typed },
    calendar,
    comments,
    hasSimilar: similar.length > 0,
    isVisitor: viewerOf(context) === undefined,
  }
  // A page with the key of one reservation is private.
  const headers: HeadersInit = booking.key ? { 'cache-control': 'private, no-store' } : {}
  return data(withDocumentOnly(context, page, { similar, reviews }), { status: statusOf(booking), headers })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const bookingContext = await openBookingContext(context, params, url)
  const fields = await request.formData()
  const intent = fields.get('intent')
  const isSigningIn = Object.values(SIGN_IN_INTENTS).some((one) => one === intent)
  if (isSigningIn && !viewerOf(context))
    return redirectToChosenSignIn(context, { fromDiscount: intent === SIGN_IN_INTENTS.discount })
  if (intent === LANGUAGE_INTENT) return goToLanguage(context, bookingContext, { fields, url })
  await fillInPerson(context, fields)
  const answer = await answerForm(context, bookingContext, fields)
  if (answer instanceof Response) return answer
  const priced = goToPrice(context, bookingContext, { fields, booking: answer.data, url })
  if (priced) return priced
  context.set(answeredContext, { bookingContext, booking: answer.data })
  return answer
}

/** The booking of an address, with everything that was typed if a form with both days is kept for it. */
async function begunBooking(
  context: Route.LoaderArgs['context'],
  bookingContext: BookingContext,
  { params, url, draft }: { params: BookParams; url: URL; draft: FormData | undefined },
): Promise<Booking> {
  const answer = draft && params.end ? await answerForm(context, bookingContext, draft) : undefined
  return answer && !(answer instanceof Response) ? answer.data : bookingOfAddress(context, bookingContext, params, url)
}

/** A request for the price changes nothing else on the page. */
export const shouldRevalidate = ({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formData?.get('intent') === 'price' ? false : defaultShouldRevalidate

export default function BookPage({ loaderData, actionData }: Route.ComponentProps) {
  const { similar, reviews } = loaderData
  return <VehicleAndBooking key={loaderData.ad.id} {...loaderData} {...{ similar, reviews }} answer={actionData} />
}

function VehicleAndBooking({
  answer,
  ...page
}: Route.ComponentProps['loaderData'] & { answer: Route.ComponentProps['actionData'] }) {
  const { ad, today, calendar, currency, isVisitor } = page
  const t = useText('booking')
  const { language } = useLanguage()
  const [query] = useSearchParams()
  const price = useLivePrice()
  useFormInLanguage(FORM_ID, { isTyped: answer !== undefined })
  const { booking, reply, isLive, refusedFields } = joinAnswers(page.booking, answer, price.answer)
  const { chosen, onChoose } = useLiveCalendar(booking.chosen, { since: booking.at, onRange: price.recalculate })
  const form = useJudgedFields(useReply(FORM_ID, { reply, initial: page.initial }), { since: answer })
  const { quote } = booking
  const isFreeToCancel = quote ? quote.free_until > quote.now : ad.company.free_until_hours > 0
  const address = { category: ad.category, id: ad.id, query: withTimes(query, booking.chosen) }
  const hasErrors = Object.keys(reply?.error ?? {}).length > 0
  const list =
    kindOf(ad.category) === 'motor' ? t('motorsIn', { city: ad.city.name }) : t('carsIn', { city: ad.city.name })
  const listHref = `/rent/${kindOf(ad.category)}?${new URLSearchParams({ city: ad.city.name })}`
  const notes = <AnswerNotes {...{ form, booking, isLive, refusedFields }} />
  const isBesideDriver = booking.answers === 'reserve' && quote !== null
  const [heading, rules] = [<Heading key="h" {...{ ad, isFreeToCancel }} />, <RulesCard key="r" {...{ ad, quote }} />]

  return (
    <>
      <main id="main" tabIndex={-1}>
        <div className="wrap">
          <Breadcrumbs
            crumbs={[
              { label: t('home'), href: pathIn(language, '/') },
              { label: list, href: pathIn(language, listHref) },
              { label: ad.title },
            ]}
          />
          <div className="cols cols-b pt-4">
            <div className="stack stack-6">
              <Gallery ad={ad} />
              <SheetPlace />
              {heading}
              <Details ad={ad} />
              {rules}
              <PostForm className="stack stack-6" {...form.props} onChange={price.onChange}>
                {booking.held && <HeldNote held={booking.held} />}
                {!isBesideDriver && notes}
                <WhenCard
                  {...{ form, today, calendar, chosen, address, onChoose }}
                  prices={{ tiers: ad.tiers, pricing: ad.pricing, currency }}
                />
                <WhereCard {...{ form, ad }} canBeSame />
                <ExtrasCard {...{ form, ad }}>
                  <FlexibleOption {...{ form, ad }} />
                </ExtrasCard>
                <PriceCard
                  {...{ form, ad, quote, isVisitor, hasErrors }}
                  isAnswer={!isLive && booking.answers === 'price'}
                />
                {quote && (
                  <DriverCard {...{ form, ad, quote, isVisitor }} bookingKey={booking.key}>
                    {isBesideDriver && notes}
                    {booking.held && (
                      <HeldNote held={booking.held} newest={isBesideDriver && !isLive ? booking.at : undefined} />
                    )}
                  </DriverCard>
                )}
              </PostForm>
              <Reviews
                {...{ ad }}
                comments={page.comments}
                reviews={page.reviews}
                href={(number) => `?${withPage(query, number)}#reviews`}
              />
              {page.hasSimilar && (
                <section className="stack" aria-labelledby="similar-title">
                  <h2 id="similar-title">{t('similar')}</h2>
                  <KeptVehicleLinks ads={page.similar} chosen={booking.chosen} />
                </section>
              )}
            </div>
            <PriceAside {...{ ad, booking, hasErrors }} />
          </div>
        </div>
        <p className="vh" role="status">
          {price.answer?.quote && !price.isBusy
            ? t('price.newTotal', { amount: formatMoney(price.answer.quote.total, currency, language) })
            : ''}
        </p>
      </main>
      <PayBar {...{ ad, quote }} held={booking.held} canReserve={booking.key !== null} />
    </>
  )
}

/** The time for which other vehicles are searched: the chosen one if it can be rented. */
function timeOf({ chosen, quote }: Booking) {
  if (!quote) return {}
  return { start_date: chosen.start, start_time: chosen.startTime, end_date: chosen.end, end_time: chosen.endTime }
}

/** Keeps the chosen times in addresses of other days and months. */
function withTimes(query: URLSearchParams, { startTime, endTime }: ChosenDays): URLSearchParams {
  const next = new URLSearchParams(query)
  if (startTime !== DEFAULT_TIME || next.has('start_time')) next.set('start_time', startTime)
  if (endTime !== DEFAULT_TIME || next.has('end_time')) next.set('end_time', endTime)
  return next
}

function withPage(query: URLSearchParams, page: number): URLSearchParams {
  const next = new URLSearchParams(query)
  next.set('page', String(page))
  return next
}

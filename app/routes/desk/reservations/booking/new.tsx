import { dialCodesIn } from '#app/features/phone/dial-codes.server.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { drawnTimes } from '../../calendar/drawn-times.ts'
import { DrawnUses } from '../../calendar/drawn-uses.tsx'
import type { Route } from './+types/new'
import { BillCard } from './bill-card.tsx'
import { answerBookingForm, drawnBooking } from './booking-form.server.ts'
import { CustomerCard, ExtrasCard, PaymentCard } from './customer-parts.tsx'
import { labelsOf } from './labels.ts'
import { QuoteCard } from './quote-card.tsx'
import { TimesCard, VehicleCard } from './vehicle-parts.tsx'

export const handle: PageHandle = {
  title: 'counter/title',
  areas: ['counter', 'quote', 'desk', 'bill', 'calendar', 'protocol', 'errors'],
  query: ['ad', 'from', 'to'],
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const [{ places }, drawn] = await Promise.all([
    apiOf(context).company.places.names({}),
    drawnBooking(context, drawnTimes(url.searchParams)),
  ])
  return { places, dialCodes: dialCodesIn(language), today: dateIn(HOME_ZONE, new Date()), drawn }
}

export async function action({ context, request }: Route.ActionArgs) {
  return answerBookingForm(context, await request.formData())
}

/** A booking that staff make at the counter or on the phone: one form, whose buttons fill it in before the last one books. */
export default function NewBooking({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('counter')
  const desk = useText('desk')
  const quote = useText('quote')
  const { language } = useLanguage()
  const { places, dialCodes, today, drawn } = loaderData
  const { free = null, bill = null, ways = null } = actionData ?? drawn?.shown ?? {}
  const { known = null, filled = null } = actionData ?? {}
  const { check = false, taken = false } = actionData ?? {}
  const start = addDays(today, 1)
  const form = useReply('booking', {
    reply: actionData?.form,
    initial: {
      ...{ start_date: start, end_date: addDays(start, 3), start_time: '10:00', end_time: '10:00' },
      ...{ source: 'PHONE', payment: 'LINK', hold: 'HOUR', country_code: '+98', language, child_seat_count: '0' },
      ...{ stands: 'DAY', may_extras: 'on' },
      ...drawn?.fields,
    },
  })
  return (
    <>
      <Breadcrumbs
        crumbs={[{ label: desk('list.title'), href: pathIn(language, '/desk/reservations') }, { label: t('title') }]}
      />
      <h1 className="head">{t('title')}</h1>
      <PostForm {...form.props} noValidate className="duo" aria-label={t('title')}>
        <div className="stack">
          {drawn && <DrawnUses times={drawn.fields} here="book" />}
          <ErrorSummary id="booking-errors" entries={form.summary(labelsOf(t, quote))} />
          {taken && (
            <Note kind="warn" role="alert">
              <b>{t('taken')}</b> {t('takenText')}
            </Note>
          )}
          {check && (
            <Note kind="warn" role="alert">
              {t('check')}
            </Note>
          )}
          <TimesCard form={form} places={places} today={today} />
          <VehicleCard form={form} free={free} ways={ways} />
          <CustomerCard form={form} known={known} filled={filled} dialCodes={dialCodes} />
          <ExtrasCard form={form} extras={free?.extras ?? null} />
          <PaymentCard form={form} bill={bill} />
        </div>
        <aside className="stack">
          <BillCard form={form} bill={bill} />
          <div className="row row-s">
            <SubmitButton name="intent" value="book">
              {t('book')}
            </SubmitButton>
          </div>
          <Note>{t('intro')}</Note>
          <QuoteCard form={form} today={today} />
        </aside>
      </PostForm>
    </>
  )
}

import type { z } from 'zod'
import type { Extension } from '#app/contract/reservations/extensions.ts'
import { waitingPayment } from '#app/features/payment/waiting-payment.server.ts'
import {
  ExtensionBill,
  ExtensionChoices,
  FollowingText,
  firstChoice,
  type Quote,
  ShownPrice,
} from '#app/features/reservation/extension/parts.tsx'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { slotIn } from '#app/i18n/format/slot.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { Card } from '#app/ui/card.tsx'
import { WhenField } from '#app/ui/form/date-field.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextArea } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { WaitingChange } from '../change/waiting-change.tsx'
import { ownTrip } from '../own-trip.server.ts'
import { TripSubpage } from '../trip-subpage.tsx'
import type { Route } from './+types/extension'
import { answerExtensionForm } from './extension-form.server.ts'

export const handle: PageHandle = {
  areas: ['extension', 'trips', 'payment', 'bill', 'asked', 'errors'],
  private: true,
  noIndex: true,
  eager: true,
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const trip = await ownTrip(context, params.id)
  const { language } = context.get(siteContext)
  const title = textFor(language, 'extension')('meta', { number: numberIn(language, trip.number) })
  const { id, number, ad, city, currency, change, changeable_until, company } = trip
  const waiting =
    change?.kind === 'EXTENSION' ? ((await waitingPayment(context, change.id, url.searchParams)) ?? null) : null
  return {
    meta: { title },
    trip: { id, number, title: ad.title, city, currency, change, changeable_until },
    booked: { company: company.name, end_date: trip.end_date, end_time: trip.end_time },
    extension: await apiOf(context).reservations.extension({ id }),
    waiting,
    today: dateIn(city.zone, new Date()),
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  return answerExtensionForm(context, await ownTrip(context, params.id), await request.formData())
}

/** More time: what it would cost and what is in the way, the question to the company, its answer, and the payment. */
export default function ExtensionPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('extension')
  const { trip, waiting, extension } = loaderData
  const answer = actionData && 'bank' in actionData ? actionData : undefined
  const last = extension.last
  return (
    <TripSubpage trip={trip} title={t('title')}>
      {waiting ? (
        <div className="stack">
          {last?.answer && <Answer answer={last.answer} company={loaderData.booked.company} />}
          <WaitingChange
            {...{ trip, waiting }}
            page="extension"
            answer={answer ?? (actionData?.form ? { form: actionData.form } : undefined)}
          />
        </div>
      ) : (
        <div className="stack stack-6">
          {last && <LastExtension last={last} loaded={loaderData} />}
          {extension.until ? (
            <AskForm loaded={loaderData} answered={actionData} />
          ) : (
            last?.status !== 'ASKED' && <NotNow id={trip.id} />
          )}
        </div>
      )}
    </TripSubpage>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function AskForm({ loaded, answered }: { loaded: Loaded; answered: Route.ComponentProps['actionData'] }) {
  const t = useText('extension')
  const { language } = useLanguage()
  const { trip, booked, extension, today } = loaded
  const { quote } = (answered ?? {}) as { quote?: Quote }
  const form = useReply('extension', {
    reply: answered?.form,
    initial: firstChoice(extension, booked),
  })
  const now = slotIn(language, booked.end_date, booked.end_time)
  return (
    <PostForm {...form.props} className="cols cols-b" aria-label={t('title')}>
      <div className="stack stack-6">
        <ErrorSummary
          id="extension-errors"
          entries={form.summary({
            until: t('until'),
            end_date: t('return'),
            end_time: t('return'),
            message: t('message'),
          })}
        />
        <section className="card stack" aria-labelledby="until-title">
          <h2 id="until-title">{trip.title}</h2>
          <p className="sm soft">{t('now', { until: now })}</p>
          <ExtensionChoices form={form} choices={extension.choices} />
          <WhenField {...form} name="end" label={t('return')} today={today} />
          <FollowingText following={extension.following} zone={trip.city.zone} />
        </section>
        <div className="card">
          <TextArea {...form.field('message')} label={t('message')} rows={3} maxLength={500} optional />
        </div>
        <Note>{t('how', { company: booked.company, now })}</Note>
      </div>
      <aside className="side stack">
        {quote && <ShownPrice quote={quote} label={t('toPay')} />}
        <SubmitButton name="intent" value="price" className="btn">
          {t('showPrice')}
        </SubmitButton>
        <SubmitButton name="intent" value="ask">
          {t('ask')}
        </SubmitButton>
      </aside>
    </PostForm>
  )
}

/** What became of the last question. */
function LastExtension({ last, loaded }: { last: z.infer<typeof Extension>; loaded: Loaded }) {
  const t = useText('extension')
  const { language } = useLanguage()
  const { trip, booked } = loaded
  const until = slotIn(language, last.end_date, last.end_time)
  const now = slotIn(language, booked.end_date, booked.end_time)
  switch (last.status) {
    case 'ASKED':
      return (
        <Card id="asked" title={t('asked.title')} className="stack">
          <p>{t('asked.text', { company: booked.company, until })}</p>
          {last.until && (
            <p className="soft">
              {t('asked.by', { by: formatInstant(new Date(last.until), trip.city.zone, language, 'weekday'), now })}
            </p>
          )}
          <ExtensionBill quote={{ ...last, currency: trip.currency }} label={t('toPay')} />
          <PostForm>
            <button type="submit" name="intent" value="drop" className="btn">
              {t('drop')}
            </button>
          </PostForm>
        </Card>
      )
    case 'REFUSED':
      return (
        <div className="stack">
          <Note kind="warn">{t('refused', { company: booked.company, now })}</Note>
          {last.answer && <Answer answer={last.answer} company={booked.company} />}
        </div>
      )
    case 'EXPIRED':
      return <Note kind="warn">{t(last.answered_at ? 'unpaid' : 'unanswered', { now })}</Note>
    case 'DONE':
      return <Note kind="ok">{t('done', { until })}</Note>
    default:
      return null
  }
}

function Answer({ answer, company }: { answer: string; company: string }) {
  return (
    <blockquote className="note">
      <div>
        <p className="pre">
          <bdi>{answer}</bdi>
        </p>
        <p className="sm soft">{company}</p>
      </div>
    </blockquote>
  )
}

function NotNow({ id }: { id: string }) {
  const t = useText('extension')
  const { language } = useLanguage()
  return (
    <div className="stack">
      <p>{t('notNow')}</p>
      <div>
        <a className="btn" href={pathIn(language, `/profile/reservation/${id}`)}>
          {t('back')}
        </a>
      </div>
    </div>
  )
}

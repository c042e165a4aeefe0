import { z } from 'zod'
import { formatDate } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { isolated, phoneIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { Facts } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { ownTrip } from '../own-trip.server.ts'
import { TripSubpage } from '../trip-subpage.tsx'
import type { Route } from './+types/identity'
import { ownCheckIn } from './own-check-in.server.ts'
import { partHref } from './shown-trip.ts'

export const handle: PageHandle = {
  areas: ['checkin', 'trips', 'errors'],
  noJs: true,
  private: true,
  noIndex: true,
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const loaded = await ownCheckIn(context, params.id, 'part.IDENTITY')
  const { identity } = loaded.checkIn
  if (!identity) throw notFound()
  return { ...loaded, identity }
}

const Asking = z.object({ consent: z.literal('on', { error: 'required' }) })

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id } = await ownTrip(context, params.id)
  return answerForm(
    { context, request },
    Asking,
    async () => {
      const { identity } = await apiOf(context).reservations.checkIn.checkIdentity({ id, consent: true })
      const t = textFor(context.get(siteContext).language, 'checkin')
      const verdict = identity?.verdict ?? 'SAME'
      return verdict === 'SAME'
        ? { to: `/profile/reservation/${id}/check-in`, said: t('identity.done') }
        : { to: partHref(id, 'IDENTITY'), said: t(`identity.verdict.${verdict}`) }
    },
    { at: { STATUS_CONFLICT: { '': ['check_in_closed'] } } },
  )
}

/** Whether national id and mobile number belong together, asked once and with consent (design/golive, screen 22). */
export default function IdentityPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('checkin')
  const { language } = useLanguage()
  const { trip, checkIn, identity } = loaderData
  const isDone = checkIn.parts.some(({ part, state }) => part === 'IDENTITY' && state === 'DONE')
  return (
    <TripSubpage trip={trip} title={t('part.IDENTITY')}>
      <div className="stack max-w-2xl">
        {isDone && identity.checked_until && (
          <Note kind="ok">{t('text.identityDone', { day: formatDate(identity.checked_until, language, 'long') })}</Note>
        )}
        {!isDone && identity.verdict && identity.verdict !== 'SAME' && (
          <Note kind="warn">
            <b>{t(`identity.verdict.${identity.verdict}`)}</b> {t(`identity.next.${identity.verdict}`)}
          </Note>
        )}
        {!checkIn.is_open && <Note kind="info">{t('closed')}</Note>}
        {identity.can_ask ? (
          <AskForm loaded={loaderData} reply={actionData?.form} />
        ) : (
          <div>
            <a className="btn" href={pathIn(language, `/profile/reservation/${trip.id}/check-in`)}>
              {t('back')}
            </a>
          </div>
        )}
        {!isDone && <OtherWays trip={trip} />}
      </div>
    </TripSubpage>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function AskForm({ loaded: { trip }, reply }: { loaded: Loaded; reply: FormReply | undefined }) {
  const t = useText('checkin')
  const { language } = useLanguage()
  const form = useReply('identity', { reply })
  const errors = form.fieldErrors('consent')
  const facts = [
    { key: 'id', label: t('identity.nationalId'), value: isolated(localDigits(trip.national_id, language)) },
    { key: 'phone', label: t('identity.phone'), value: phoneIn(language, trip.phone) },
  ]
  return (
    <PostForm {...form.props} className="card stack" aria-label={t('part.IDENTITY')}>
      <ErrorSummary id="identity-errors" entries={form.summary({ consent: t('identity.consent') })} />
      <p>{t('identity.lead')}</p>
      <Facts facts={facts} />
      <Checkbox
        id={form.field('consent').id}
        name="consent"
        checked={form.isChosen('consent')}
        {...(errors && { fieldErrors: errors })}
      >
        {t('identity.consent')}
      </Checkbox>
      <div className="row">
        <SubmitButton>{t('identity.submit')}</SubmitButton>
        <a className="btn" href={pathIn(language, `/profile/reservation/${trip.id}/check-in`)}>
          {t('later')}
        </a>
      </div>
    </PostForm>
  )
}

/** The document itself, looked at by a person of the company. */
function OtherWays({ trip }: { trip: Loaded['trip'] }) {
  const t = useText('checkin')
  const { language } = useLanguage()
  return (
    <section className="stack stack-2" aria-labelledby="ways-title">
      <h2 id="ways-title">{t('identity.ways')}</h2>
      <ul className="list-disc ps-5">
        <li>{t('identity.wayDesk', { company: trip.company })}</li>
        <li>
          <a href={pathIn(language, partHref(trip.id, 'LICENCE'))}>{t('identity.wayLicence')}</a>
        </li>
      </ul>
    </section>
  )
}

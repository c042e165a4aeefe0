import { formatDate } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { LICENCE_SIDES, type LicenceSide } from '#app/rules/reservation/check-in/licence.ts'
import { BirthDateField } from '#app/ui/form/date-field.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { FileField } from '#app/ui/form/file-field.tsx'
import { type FormReply, type ReplyForm, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { ownTrip } from '../own-trip.server.ts'
import { TripSubpage } from '../trip-subpage.tsx'
import type { Route } from './+types/licence'
import { answerLicenceForm } from './licence-form.server.ts'
import { ownCheckIn } from './own-check-in.server.ts'
import '../../../../../styles/check-in.css'

export const handle: PageHandle = {
  areas: ['checkin', 'trips', 'files', 'errors'],
  noJs: true,
  private: true,
  noIndex: true,
}

export function loader({ context, params }: Route.LoaderArgs) {
  return ownCheckIn(context, params.id, 'part.LICENCE')
}

export async function action({ context, params, request }: Route.ActionArgs) {
  return answerLicenceForm(context, await ownTrip(context, params.id), await request.formData())
}

type Loaded = Route.ComponentProps['loaderData']

/** Both sides of the driving licence, its number and its last day (design/golive, screen 21). */
export default function LicencePage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('checkin')
  const { language } = useLanguage()
  const { trip, checkIn } = loaderData
  const { licence, checked_until, is_open } = checkIn
  const state = checkIn.parts.find(({ part }) => part === 'LICENCE')?.state
  return (
    <TripSubpage trip={trip} title={t('part.LICENCE')}>
      <div className="stack max-w-2xl">
        {state === 'DONE' && checked_until && (
          <Note kind="ok">
            {t('text.licenceDone', { company: trip.company, day: formatDate(checked_until, language, 'long') })}
          </Note>
        )}
        {state === 'WAITING' && <Note>{t('text.licenceWaits', { company: trip.company })}</Note>}
        {licence?.reason && state !== 'DONE' && (
          <Note kind="warn">
            <b>{t('licence.again', { company: trip.company })}</b> <bdi>{licence.reason}</bdi>
          </Note>
        )}
        {!is_open && <Note kind="info">{t('closed')}</Note>}
        {is_open && state !== 'DONE' ? (
          <LicenceCard loaded={loaderData} reply={actionData?.form} />
        ) : (
          <>
            <Sides loaded={loaderData} />
            <div>
              <a className="btn" href={pathIn(language, `/profile/reservation/${trip.id}/check-in`)}>
                {t('back')}
              </a>
            </div>
          </>
        )}
      </div>
    </TripSubpage>
  )
}

function LicenceCard({ loaded, reply }: { loaded: Loaded; reply: FormReply | undefined }) {
  const t = useText('checkin')
  const { language } = useLanguage()
  const { trip, checkIn } = loaded
  const { licence } = checkIn
  const form = useReply('licence', {
    reply,
    initial: { number: licence?.number ?? undefined, valid_until: licence?.valid_until ?? undefined },
  })
  const labels = {
    front: t('side.FRONT'),
    back: t('side.BACK'),
    number: t('licence.number'),
    valid_until: t('licence.until'),
  }
  return (
    <>
      <PostForm {...form.props} encType="multipart/form-data" className="card stack" aria-label={t('part.LICENCE')}>
        <ErrorSummary id="licence-errors" entries={form.summary(labels)} />
        {LICENCE_SIDES.map((side) => (
          <SideField key={side} side={side} form={form} loaded={loaded} />
        ))}
        <TextField
          {...form.field('number')}
          label={labels.number}
          dir="ltr"
          maxLength={30}
          autoComplete="off"
          required
        />
        <BirthDateField
          {...form}
          name="valid_until"
          label={labels.valid_until}
          hint={t('licence.untilHint')}
          required
        />
        <div className="row">
          <SubmitButton>{t('licence.submit')}</SubmitButton>
          <a className="btn" href={pathIn(language, `/profile/reservation/${trip.id}/check-in`)}>
            {t('later')}
          </a>
        </div>
      </PostForm>
      <Note>{t('licence.person', { company: trip.company })}</Note>
      <p className="sm soft">{t('licence.abroad')}</p>
    </>
  )
}

/** The file of one side; a picture that is there already stays unless another is chosen. */
function SideField({ side, form, loaded }: { side: LicenceSide; form: ReplyForm; loaded: Loaded }) {
  const t = useText('checkin')
  const name = side === 'FRONT' ? 'front' : 'back'
  const isThere = loaded.checkIn.licence?.[name] ?? false
  return (
    <div className="stack stack-2">
      <FileField
        {...form.field(name)}
        accept="image/jpeg,image/png,image/webp,image/avif"
        capture="environment"
        label={t(`side.${side}`)}
        hint={isThere ? t('licence.there') : t('licence.hint')}
        required={!isThere}
      />
      {isThere && <SidePicture side={side} loaded={loaded} />}
    </div>
  )
}

function SidePicture({ side, loaded }: { side: LicenceSide; loaded: Loaded }) {
  const t = useText('checkin')
  const { language } = useLanguage()
  const src = pathIn(language, `/profile/reservation/${loaded.trip.id}/check-in/${side.toLowerCase()}.jpg`)
  return <img className="proof" src={src} alt={t(`side.${side}`)} />
}

/** The pictures as they were sent, where nothing can be changed any more. */
function Sides({ loaded }: { loaded: Loaded }) {
  const { licence } = loaded.checkIn
  if (!licence?.front && !licence?.back) return null
  return (
    <div className="cards-of">
      {LICENCE_SIDES.filter((side) => (side === 'FRONT' ? licence.front : licence.back)).map((side) => (
        <SidePicture key={side} side={side} loaded={loaded} />
      ))}
    </div>
  )
}

import { KeyConditions } from '#app/features/check-in/key-conditions.tsx'
import { usePhotoTimes } from '#app/features/protocol/photo-times.ts'
import { photoAnswer, takePhotos } from '#app/features/protocol/take-photos.server.ts'
import { ViewDrawing } from '#app/features/protocol/view-drawing.tsx'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { FIXED_VIEWS, type FixedView } from '#app/rules/reservation/protocol.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { FileField } from '#app/ui/form/file-field.tsx'
import { type FormReply, type ReplyForm, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, NoFields, parseForm, withErrors } from '#app/web/page/forms.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { ownTrip } from '../own-trip.server.ts'
import { TripSubpage } from '../trip-subpage.tsx'
import type { Route } from './+types/key-box'
import { WaitingPhotos } from './waiting-photos.live.tsx'
import '../../../../../styles/check-in.css'
import '../../../../../styles/protocol.css'

export const handle: PageHandle = {
  areas: ['keybox', 'trips', 'protocol', 'files', 'errors'],
  eager: true,
  private: true,
  noIndex: true,
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const trip = await ownTrip(context, params.id)
  const keyBox = await apiOf(context).reservations.keyBox.read({ id: trip.id })
  if (!keyBox) throw notFound()
  const { id, number, city } = trip
  const title = textFor(context.get(siteContext).language, 'keybox')('title')
  return { meta: { title }, trip: { id, number, title: trip.ad.title, zone: city.zone }, keyBox }
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

/** Keeps each photo that is one, also where another is not. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { id } = await ownTrip(context, params.id)
  const fields = await request.formData()
  const wrong = await takePhotos(context, {
    views: FIXED_VIEWS,
    fields,
    closed: 'key_box_closed',
    add: (photo) => apiOf(context).reservations.keyBox.addPhoto({ id, ...photo }),
  })
  if (fields.get('intent') === 'photo') return photoAnswer(wrong)
  const form = await parseForm(fields, NoFields, formPage(context))
  if (!form.ok) return withErrors(form.reply, wrong)
  if (Object.keys(wrong).length > 0) return form.refuse(wrong)
  const t = textFor(context.get(siteContext).language, 'keybox')
  const isEmpty = FIXED_VIEWS.every((view) => !hasFile(fields.get(`photo.${view}`)))
  return goOn(context, `/profile/reservation/${id}/key-box`, t(isEmpty ? 'photos.none' : 'photos.done'))
}

function hasFile(value: FormDataEntryValue | null): boolean {
  return value instanceof File && (value.size > 0 || value.name !== '')
}

type Loaded = Route.ComponentProps['loaderData']

/** What is left until the place and the code of a key box are shown, and then both (design/golive, screen 27). */
export default function KeyBoxPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('keybox')
  const { language } = useLanguage()
  const { trip, keyBox } = loaderData
  return (
    <TripSubpage trip={trip} title={t('title')}>
      <div className="stack max-w-2xl">
        {keyBox.state === 'OPEN' ? (
          <OpenCard loaded={loaderData} />
        ) : keyBox.state === 'ENDED' ? (
          <EndedNote loaded={loaderData} />
        ) : (
          <LockedCard loaded={loaderData} />
        )}
        {keyBox.state !== 'ENDED' && keyBox.state !== 'EARLY' && (
          <PhotosCard loaded={loaderData} reply={actionData?.form} />
        )}
        <Card id="trouble" title={t('trouble.title')} className="stack stack-2">
          <ul className="stack stack-1 sm">
            <li>{t('trouble.call')}</li>
            <li>{t('trouble.secret')}</li>
          </ul>
          <CallLink phone={keyBox.phone} />
        </Card>
        <div>
          <a className="btn" href={pathIn(language, `/profile/reservation/${trip.id}`)}>
            {t('back')}
          </a>
        </div>
      </div>
    </TripSubpage>
  )
}

function useAt({ trip }: Loaded) {
  const { language } = useLanguage()
  return (instant: string) => formatInstant(new Date(instant), trip.zone, language, 'weekday')
}

function LockedCard({ loaded }: { loaded: Loaded }) {
  const t = useText('keybox')
  const { language } = useLanguage()
  const at = useAt(loaded)
  const { trip, keyBox } = loaded
  const { state, conditions, opens_at, ends_at, code_changed_at } = keyBox
  const needsCheckIn = conditions.some(({ condition, is_done }) => condition !== 'PHOTOS' && !is_done)
  return (
    <Card id="code" title={t('code')} className="stack">
      <p className="soft">{state === 'EARLY' ? t('seenFrom', { when: at(opens_at) }) : t('seenIf')}</p>
      <KeyConditions conditions={conditions} photos={sidesOf(keyBox)} />
      <p className="sm soft">{t('ends', { when: at(ends_at) })}</p>
      {code_changed_at && <p className="sm soft">{t('changed', { when: at(code_changed_at) })}</p>}
      {needsCheckIn && (
        <div>
          <a className="btn btn-go" href={pathIn(language, `/profile/reservation/${trip.id}/check-in`)}>
            {t('checkIn')}
          </a>
        </div>
      )}
    </Card>
  )
}

const STEPS = ['box', 'key', 'car'] as const

function OpenCard({ loaded }: { loaded: Loaded }) {
  const t = useText('keybox')
  const { language } = useLanguage()
  const at = useAt(loaded)
  const { keyBox } = loaded
  const { place, code, ends_at, code_changed_at } = keyBox
  if (!code) return null
  return (
    <Card id="code" title={t('code')} className="stack">
      <div className="row between">
        <p className="pre">
          <bdi>{place}</bdi>
        </p>
        <Tag kind="ok" icon="check">
          {t('open', { when: at(ends_at) })}
        </Tag>
      </div>
      <p className="key-code" role="img" aria-label={t('codeSaid', { code: [...code].join(' ') })}>
        {[...code].map((sign, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a code's signs have no other identity
          <b key={index}>{sign}</b>
        ))}
      </p>
      {code_changed_at && <Note kind="warn">{t('changed', { when: at(code_changed_at) })}</Note>}
      <ol className="stack stack-1 sm">
        {STEPS.map((step, index) => (
          <li key={step}>
            <b>{localDigits(index + 1, language)}.</b> {t(`steps.${step}`)}
          </li>
        ))}
      </ol>
      <p className="sm soft">{t('ends', { when: at(ends_at) })}</p>
    </Card>
  )
}

function EndedNote({ loaded }: { loaded: Loaded }) {
  const t = useText('keybox')
  const at = useAt(loaded)
  return (
    <Note kind="warn">
      <b>{t('ended.title')}</b> {t('ended.text', { when: at(loaded.keyBox.ends_at) })}
    </Note>
  )
}

function CallLink({ phone }: { phone: string }) {
  const t = useText('keybox')
  return (
    <div>
      <a className="btn" href={`tel:${phone}`}>
        <Icon name="phone" />
        {t('call')}
      </a>
    </div>
  )
}

function PhotosCard({ loaded, reply }: { loaded: Loaded; reply: FormReply | undefined }) {
  const t = useText('keybox')
  const protocol = useText('protocol')
  const { language } = useLanguage()
  const { trip, keyBox } = loaded
  const times = usePhotoTimes(trip.zone)
  const form = useReply('views', { reply })
  const labels = Object.fromEntries(FIXED_VIEWS.map((view) => [`photo.${view}`, protocol(`view.${view}`)]))
  return (
    <Card id="photos" title={t('photos.title')} className="stack">
      <p className="sm soft">{t('photos.text')}</p>
      <p>
        <b>{t('photosCount', { done: sidesOf(keyBox), all: FIXED_VIEWS.length })}</b>
      </p>
      <PostForm {...form.props} encType="multipart/form-data" className="stack" aria-labelledby="photos-title">
        <ErrorSummary id="photos-errors" entries={form.summary(labels)} />
        <WaitingPhotos form={form.props.id} />
        <div className="cams">
          {FIXED_VIEWS.map((view) => (
            <div key={view} className="cam">
              <ViewDrawing view={view} isCar={keyBox.is_car} />
              <PhotoField view={view} form={form} isDone={keyBox.views.includes(view)} />
            </div>
          ))}
        </div>
        <div>
          <SubmitButton className={keyBox.state === 'OPEN' ? 'btn' : 'btn btn-go'}>{t('photos.submit')}</SubmitButton>
        </div>
      </PostForm>
      {keyBox.photos.length > 0 && (
        <ul className="snaps">
          {keyBox.photos.map((photo) => {
            const label = `${protocol(`view.${photo.view}`)}: ${times(photo)}`
            return (
              <li key={photo.id}>
                <img
                  src={pathIn(language, `/protocol-photos/${trip.id}/${photo.id}`)}
                  alt={label}
                  width={photo.width}
                  height={photo.height}
                  loading="lazy"
                />
                <span className="xs" aria-hidden="true">
                  {label}
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}

function PhotoField({ view, form, isDone }: { view: FixedView; form: ReplyForm; isDone: boolean }) {
  const t = useText('keybox')
  const protocol = useText('protocol')
  const { id, name, fieldErrors } = form.field(`photo.${view}`)
  return (
    <FileField
      id={id}
      name={name}
      {...(fieldErrors && { fieldErrors })}
      accept="image/*"
      capture="environment"
      label={isDone ? t('photos.again', { view: protocol(`view.${view}`) }) : protocol(`view.${view}`)}
      optional
    />
  )
}

function sidesOf({ views }: Loaded['keyBox']): number {
  return FIXED_VIEWS.filter((view) => views.includes(view)).length
}

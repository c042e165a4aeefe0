import { PublicId } from '#app/contract/shapes/shapes.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LICENCE_SIDES, type LicenceSide } from '#app/rules/reservation/check-in/licence.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { FileField } from '#app/ui/form/file-field.tsx'
import { type ReplyForm, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, NoFields, parseForm } from '#app/web/page/forms.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { ownTrip } from '../own-trip.server.ts'
import { TripSubpage } from '../trip-subpage.tsx'
import type { Route } from './+types/driver'
import { keepSides } from './licence-form.server.ts'
import { ownCheckIn } from './own-check-in.server.ts'
import '../../../../../styles/check-in.css'

export const handle: PageHandle = {
  areas: ['checkin', 'trips', 'files', 'errors'],
  noJs: true,
  private: true,
  noIndex: true,
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const loaded = await ownCheckIn(context, params.id, 'part.DRIVERS')
  const driver = loaded.checkIn.drivers.find(({ id }) => id === params.driver)
  if (!driver) throw notFound()
  const t = textFor(context.get(siteContext).language, 'checkin')
  return { ...loaded, driver, meta: { title: t('drivers.pictures', { name: driver.fullname }) } }
}

/** Keeps each side that is a picture, also where the other one is wrong; with the second one the licence is sent. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { id, company } = await ownTrip(context, params.id)
  const driver = PublicId.safeParse(params.driver)
  if (!driver.success) throw notFound()
  const { checkIn, drivers } = apiOf(context).reservations
  const named = async () => {
    const found = (await checkIn.read({ id })).drivers.find((one) => one.id === driver.data)
    if (!found) throw notFound()
    return found
  }
  await named()
  const fields = await request.formData()
  const form = await parseForm(fields, NoFields.loose(), formPage(context))
  if (!form.ok) return form.reply
  const wrong = await keepSides(fields, {
    add: (side, image) => drivers.addPicture({ id, driver: driver.data, side, image }),
    there: named,
  })
  if (Object.keys(wrong).length > 0) return form.refuse(wrong)
  const t = textFor(context.get(siteContext).language, 'checkin')
  const said = t('drivers.sent', { name: (await named()).fullname, company: company.name })
  return goOn(context, `/profile/reservation/${id}/check-in/drivers`, said)
}

type Loaded = Route.ComponentProps['loaderData']

/** Both sides of a further driver's licence. */
export default function DriverPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('checkin')
  const { language } = useLanguage()
  const { trip, checkIn, driver } = loaderData
  const form = useReply('sides', { reply: actionData?.form })
  const isOpen = checkIn.is_open && driver.state !== 'CONFIRMED'
  return (
    <TripSubpage trip={trip} title={t('drivers.pictures', { name: driver.fullname })}>
      <div className="stack max-w-2xl">
        {!checkIn.is_open && <Note kind="info">{t('closed')}</Note>}
        {driver.reason && (
          <Note kind="warn">
            <b>{t('drivers.again', { company: trip.company })}</b> <bdi>{driver.reason}</bdi>
          </Note>
        )}
        {isOpen && (
          <PostForm {...form.props} encType="multipart/form-data" className="card stack" aria-label={t('part.LICENCE')}>
            <ErrorSummary id="sides-errors" entries={form.summary({ front: t('side.FRONT'), back: t('side.BACK') })} />
            {LICENCE_SIDES.map((side) => (
              <SideField key={side} side={side} form={form} loaded={loaderData} />
            ))}
            <div>
              <SubmitButton>{t('drivers.send')}</SubmitButton>
            </div>
          </PostForm>
        )}
        <div>
          <a className="btn" href={pathIn(language, `/profile/reservation/${trip.id}/check-in/drivers`)}>
            {t('back')}
          </a>
        </div>
      </div>
    </TripSubpage>
  )
}

function SideField({ side, form, loaded }: { side: LicenceSide; form: ReplyForm; loaded: Loaded }) {
  const t = useText('checkin')
  const { language } = useLanguage()
  const { trip, driver } = loaded
  const name = side === 'FRONT' ? 'front' : 'back'
  const path = `/profile/reservation/${trip.id}/check-in/drivers/${driver.id}/${name}.jpg`
  return (
    <div className="stack stack-2">
      <FileField
        {...form.field(name)}
        accept="image/jpeg,image/png,image/webp,image/avif"
        capture="environment"
        label={t(`side.${side}`)}
        hint={driver[name] ? t('licence.there') : t('licence.hint')}
        required={!driver[name]}
      />
      {driver[name] && <img className="proof" src={pathIn(language, path)} alt={t(`side.${side}`)} />}
    </div>
  )
}

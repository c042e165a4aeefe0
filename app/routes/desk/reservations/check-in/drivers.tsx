import { z } from 'zod'
import { DriverConfirm, DriverRefusal } from '#app/contract/company/reservations/further-drivers.ts'
import { FurtherDriverFields } from '#app/contract/reservations/further-drivers.ts'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { DRIVER_TAGS, DriverFields, useDriverLabels } from '#app/features/check-in/further-drivers.tsx'
import { StateTag } from '#app/features/check-in/parts.tsx'
import { formatDate } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { isolated } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LICENCE_SIDES } from '#app/rules/reservation/check-in/licence.ts'
import { Card, Facts } from '#app/ui/card.tsx'
import { DecisionForm } from '#app/ui/desk/decision-form.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextArea, TextField } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { deskReservation } from '../own.server.ts'
import { ReservationHead } from '../reservation-head.tsx'
import type { Route } from './+types/drivers'
import '../../../../../styles/check-in.css'

export const handle: PageHandle = { areas: ['checkin', 'errors'], noJs: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const one = await deskReservation(context, params.id)
  const { id, number, fullname, city, check_in } = one
  if (!check_in) throw notFound()
  const title = textFor(context.get(siteContext).language, 'checkin')('part.DRIVERS')
  return { meta: { title }, one: { id, number, fullname, zone: city.zone, end_date: one.end_date }, checkIn: check_in }
}

const PLACING = { at: { CHANGED_MEANWHILE: { '': ['licence_meanwhile'] } } }

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id, check_in } = await deskReservation(context, params.id)
  const calls = apiOf(context).company.reservations.drivers
  const t = textFor(context.get(siteContext).language, 'checkin')
  const fields = await request.formData()
  const to = `/desk/reservations/${id}/drivers`
  const sent = { context, request: fields }
  const nameOf = (driver: string) => check_in?.drivers.find((one) => one.id === driver)?.fullname ?? ''
  switch (fields.get('intent')) {
    case 'confirm':
      return answerForm(
        sent,
        DriverConfirm,
        async (given) => {
          await calls.confirm({ id, ...given })
          return { to, said: t('drivers.desk.confirmed', { name: nameOf(given.driver) }) }
        },
        PLACING,
      )
    case 'refuse':
      return answerForm(
        sent,
        DriverRefusal,
        async (given) => {
          await calls.refuse({ id, ...given })
          return { to, said: t('desk.refused') }
        },
        PLACING,
      )
    case 'remove':
      return answerForm(sent, z.object({ driver: PublicId }), async ({ driver }) => {
        await calls.remove({ id, driver })
        return { to, said: t('drivers.removed', { name: nameOf(driver) }) }
      })
    default:
      return answerForm(sent, FurtherDriverFields, async (typed) => {
        await calls.add({ id, ...typed })
        return { to, said: t('drivers.added', { name: typed.fullname }) }
      })
  }
}

type Loaded = Route.ComponentProps['loaderData']
type Driver = Loaded['checkIn']['drivers'][number]

/** Who drives beside the main driver: what was sent, to be confirmed or asked for once more, and who is named at the desk. */
export default function DeskDriversPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('checkin')
  const { one, checkIn } = loaderData
  const { drivers, drivers_room, has_second_driver } = checkIn
  const reply = actionData?.form
  const about = reply?.initialValue?.driver
  return (
    <>
      <ReservationHead reservation={one} crumb={t('part.DRIVERS')} title={t('part.DRIVERS')} />
      <div className="stack">
        <Note>{t(has_second_driver ? 'drivers.desk.booked' : 'drivers.desk.notBooked')}</Note>
        {drivers.length === 0 && <p className="soft">{t('drivers.none')}</p>}
        {drivers.map((driver) => (
          <DriverCard key={driver.id} driver={driver} one={one} reply={about === driver.id ? reply : undefined} />
        ))}
        {drivers_room > 0 ? (
          <AddForm one={one} reply={about === undefined ? reply : undefined} />
        ) : (
          <p className="soft">{t('drivers.desk.full')}</p>
        )}
        <p className="sm soft">{t('drivers.contract')}</p>
      </div>
    </>
  )
}

function DriverCard({ driver, one, reply }: { driver: Driver; one: Loaded['one']; reply: FormReply | undefined }) {
  const t = useText('checkin')
  const { language } = useLanguage()
  const { id, state, reason } = driver
  const sides = LICENCE_SIDES.filter((side) => (side === 'FRONT' ? driver.front : driver.back))
  const src = (side: string) => pathIn(language, `/desk/reservations/${one.id}/drivers/${id}/${side.toLowerCase()}.jpg`)
  const day = (date: string) => formatDate(date, language, 'long')
  const facts = [
    ...(driver.date_of_birth ? [{ key: 'born', label: t('drivers.born'), value: day(driver.date_of_birth) }] : []),
    ...(driver.number ? [{ key: 'number', label: t('licence.number'), value: isolated(driver.number) }] : []),
    ...(driver.valid_until ? [{ key: 'until', label: t('licence.until'), value: day(driver.valid_until) }] : []),
    { key: 'return', label: t('desk.return'), value: day(one.end_date) },
  ]
  return (
    <Card id={`driver-${id}`} title={driver.fullname} className="stack">
      <div className="row">
        <StateTag state={DRIVER_TAGS[state]} />
        {state === 'CONFIRMED' && driver.by && (
          <span className="sm soft">{t('drivers.desk.by', { who: driver.by })}</span>
        )}
      </div>
      {sides.length > 0 && (
        <div className="cards-of">
          {sides.map((side) => (
            <a key={side} href={src(side)}>
              <img src={src(side)} alt={t(`side.${side}`)} />
            </a>
          ))}
        </div>
      )}
      <Facts facts={facts} />
      {reason && (
        <Note kind="warn">
          <b>{t('desk.reason')}:</b> <bdi>{reason}</bdi>
        </Note>
      )}
      {sides.length > 0 && <p className="sm soft">{t('desk.logged')}</p>}
      {state === 'SENT' && driver.sent_at && (
        <Decisions driver={driver} sentAt={driver.sent_at} one={one} reply={reply} />
      )}
      <RemoveForm driver={driver} />
    </Card>
  )
}

type Deciding = { driver: Driver; sentAt: string; one: Loaded['one']; reply: FormReply | undefined }

function Decisions({ driver, sentAt, one, reply }: Deciding) {
  const t = useText('checkin')
  const { language } = useLanguage()
  const isRefusal = reply?.initialValue?.intent === 'refuse'
  const confirm = useReply(`confirm-${driver.id}`, {
    reply: isRefusal ? undefined : reply,
    initial: { valid_until: driver.valid_until ? formatDate(driver.valid_until, language, 'numeric') : undefined },
  })
  const refuse = useReply(`refuse-${driver.id}`, { reply: isRefusal ? reply : undefined })
  const back = { path: `/desk/reservations/${one.id}`, label: t('desk.back') }
  const seen = (
    <>
      <input type="hidden" name="driver" value={driver.id} />
      <input type="hidden" name="sent_at" value={sentAt} />
    </>
  )
  return (
    <>
      <DecisionForm
        form={confirm}
        labels={{ valid_until: t('licence.until') }}
        name="intent"
        choices={[{ label: t('desk.confirm'), value: 'confirm' }]}
        back={back}
      >
        {seen}
        <TextField {...confirm.field('valid_until')} label={t('licence.until')} maxLength={20} required />
      </DecisionForm>
      <DecisionForm
        form={refuse}
        labels={{ reason: t('desk.reason') }}
        text={t('desk.refuseText')}
        name="intent"
        choices={[{ label: t('desk.refuse'), value: 'refuse', isBad: true }]}
        back={back}
      >
        {seen}
        <TextArea
          {...refuse.field('reason')}
          label={t('desk.reason')}
          hint={t('desk.reasonHint')}
          rows={2}
          maxLength={500}
          required
        />
      </DecisionForm>
    </>
  )
}

function RemoveForm({ driver }: { driver: Driver }) {
  const t = useText('checkin')
  const form = useReply(`remove-${driver.id}`)
  return (
    <PostForm {...form.props}>
      <input type="hidden" name="driver" value={driver.id} />
      <SubmitButton className="btn btn-s" name="intent" value="remove">
        {t('drivers.remove', { name: driver.fullname })}
      </SubmitButton>
    </PostForm>
  )
}

function AddForm({ one, reply }: { one: Loaded['one']; reply: FormReply | undefined }) {
  const t = useText('checkin')
  const form = useReply('driver', { reply })
  return (
    <section className="stack stack-2" aria-labelledby="add-title">
      <h2 id="add-title">{t('drivers.add')}</h2>
      <DecisionForm
        form={form}
        labels={useDriverLabels()}
        text={t('drivers.desk.lead')}
        name="intent"
        choices={[{ label: t('drivers.desk.submit'), value: 'add' }]}
        back={{ path: `/desk/reservations/${one.id}`, label: t('desk.back') }}
      >
        <DriverFields form={form} />
      </DecisionForm>
    </section>
  )
}

import { LicenceConfirm, LicenceRefusal } from '#app/contract/company/reservations/check-in.ts'
import { ReadyTag } from '#app/features/check-in/parts.tsx'
import { formatDate, formatInstant } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { isolated } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LICENCE_SIDES } from '#app/rules/reservation/check-in/licence.ts'
import { Card, Facts } from '#app/ui/card.tsx'
import { DecisionForm } from '#app/ui/desk/decision-form.tsx'
import { type FormReply, useReply } from '#app/ui/form/form.tsx'
import { TextArea, TextField } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { deskReservation } from '../own.server.ts'
import { ReservationHead } from '../reservation-head.tsx'
import type { Route } from './+types/check-in'
import '../../../../../styles/check-in.css'

export const handle: PageHandle = { areas: ['checkin', 'errors'], noJs: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const one = await deskReservation(context, params.id)
  const { id, number, fullname, city, check_in } = one
  if (!check_in) throw notFound()
  const title = textFor(context.get(siteContext).language, 'checkin')('desk.title', { name: fullname })
  return { meta: { title }, one: { id, number, fullname, zone: city.zone, end_date: one.end_date }, checkIn: check_in }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id } = await deskReservation(context, params.id)
  const { checkIn } = apiOf(context).company.reservations
  const t = textFor(context.get(siteContext).language, 'checkin')
  const fields = await request.formData()
  const to = `/desk/reservations/${id}`
  const placing = { at: { CHANGED_MEANWHILE: { '': ['licence_meanwhile'] } } }
  if (fields.get('intent') === 'refuse')
    return answerForm(
      { context, request: fields },
      LicenceRefusal,
      async (refusal) => {
        await checkIn.refuse({ id, ...refusal })
        return { to, said: t('desk.refused') }
      },
      placing,
    )
  return answerForm(
    { context, request: fields },
    LicenceConfirm,
    async (confirmation) => {
      await checkIn.confirm({ id, ...confirmation })
      return { to, said: t('desk.confirmed') }
    },
    placing,
  )
}

type Loaded = Route.ComponentProps['loaderData']

/** The licence that a customer sent, to be confirmed or asked for once more; without one it may be shown at the counter. */
export default function DeskCheckInPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('checkin')
  const { one, checkIn } = loaderData
  const { licence, decidable } = checkIn
  const reply = actionData?.form
  const isRefusal = reply?.initialValue?.intent === 'refuse'
  return (
    <>
      <ReservationHead reservation={one} crumb={t('desk.crumb')} title={t('desk.title', { name: one.fullname })}>
        <ReadyTag ready={checkIn} />
      </ReservationHead>
      <div className="stack">
        <LicenceCard loaded={loaderData} />
        {decidable && <ConfirmForm loaded={loaderData} reply={isRefusal ? undefined : reply} />}
        {decidable && licence?.state === 'SENT' && licence.sent_at && (
          <RefuseForm one={one} sentAt={licence.sent_at} reply={isRefusal ? reply : undefined} />
        )}
      </div>
    </>
  )
}

function LicenceCard({ loaded: { one, checkIn } }: { loaded: Loaded }) {
  const t = useText('checkin')
  const { language } = useLanguage()
  const { licence, checked_until } = checkIn
  const at = (instant: string) => formatInstant(new Date(instant), one.zone, language, 'weekday')
  const src = (side: string) => pathIn(language, `/desk/reservations/${one.id}/check-in/${side.toLowerCase()}.jpg`)
  const day = (date: string) => formatDate(date, language, 'long')
  const sides = LICENCE_SIDES.filter((side) => (side === 'FRONT' ? licence?.front : licence?.back))
  const facts = [
    ...(licence?.number ? [{ key: 'number', label: t('licence.number'), value: isolated(licence.number) }] : []),
    ...(licence?.valid_until
      ? [{ key: 'until', label: t('licence.until'), value: day(licence.valid_until) }]
      : checked_until
        ? [{ key: 'until', label: t('licence.until'), value: day(checked_until) }]
        : []),
    { key: 'return', label: t('desk.return'), value: day(one.end_date) },
    ...(licence?.sent_at ? [{ key: 'sent', label: t('desk.sentAt'), value: at(licence.sent_at) }] : []),
    ...(licence?.decided_at
      ? [
          {
            key: 'decided',
            label: t(licence.state === 'CONFIRMED' ? 'desk.confirmedAt' : 'desk.refusedAt'),
            value: (
              <>
                {at(licence.decided_at)} {licence.by && <bdi>{licence.by}</bdi>}
              </>
            ),
          },
        ]
      : []),
  ]
  return (
    <Card id="licence" title={t('part.LICENCE')} className="stack">
      {!licence && <p className="soft">{t('desk.nothing')}</p>}
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
      {licence?.reason && (
        <Note kind="warn">
          <b>{t('desk.reason')}:</b> <bdi>{licence.reason}</bdi>
        </Note>
      )}
      {sides.length > 0 && <p className="sm soft">{t('desk.logged')}</p>}
    </Card>
  )
}

function ConfirmForm({ loaded, reply }: { loaded: Loaded; reply: FormReply | undefined }) {
  const t = useText('checkin')
  const { language } = useLanguage()
  const { one, checkIn } = loaded
  const sent = checkIn.licence?.state === 'SENT' ? checkIn.licence : null
  const form = useReply('confirm', {
    reply,
    initial: { valid_until: sent?.valid_until ? formatDate(sent.valid_until, language, 'numeric') : undefined },
  })
  return (
    <DecisionForm
      form={form}
      labels={{ valid_until: t('licence.until') }}
      text={t(sent ? 'desk.confirmText' : 'desk.counterText')}
      name="intent"
      choices={[{ label: t(sent ? 'desk.confirm' : 'desk.counter'), value: 'confirm' }]}
      back={{ path: `/desk/reservations/${one.id}`, label: t('desk.back') }}
    >
      {sent?.sent_at && <input type="hidden" name="sent_at" value={sent.sent_at} />}
      <TextField {...form.field('valid_until')} label={t('licence.until')} maxLength={20} required />
    </DecisionForm>
  )
}

function RefuseForm({ one, sentAt, reply }: { one: Loaded['one']; sentAt: string; reply: FormReply | undefined }) {
  const t = useText('checkin')
  const form = useReply('refuse', { reply })
  return (
    <DecisionForm
      form={form}
      labels={{ reason: t('desk.reason') }}
      text={t('desk.refuseText')}
      name="intent"
      choices={[{ label: t('desk.refuse'), value: 'refuse', isBad: true }]}
      back={{ path: `/desk/reservations/${one.id}`, label: t('desk.back') }}
    >
      <input type="hidden" name="sent_at" value={sentAt} />
      <TextArea
        {...form.field('reason')}
        label={t('desk.reason')}
        hint={t('desk.reasonHint')}
        rows={2}
        maxLength={500}
        required
      />
    </DecisionForm>
  )
}

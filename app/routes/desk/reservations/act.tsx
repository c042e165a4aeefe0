import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { DESK_ACTIONS } from '#app/contract/company/reservations/reservations.ts'
import { GivenReason, OptionalReason } from '#app/contract/company/written.ts'
import { Plate } from '#app/features/desk/plate.tsx'
import { Trip } from '#app/features/reservation/trip.tsx'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextArea } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { notFound, orGone } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/act'
import { deskReservation } from './own.server.ts'
import { ReservationHead } from './reservation-head.tsx'

type DeskAction = (typeof DESK_ACTIONS)[number]

/** The company's reason, which the customer reads. */
const REASONED: readonly DeskAction[] = ['reject', 'cancel']

export const handle: PageHandle = { areas: ['voucher', 'errors'], noJs: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const t = textFor(language, 'desk')
  const action = actionOf(params.action)
  const one = await deskReservation(context, params.id)
  const isPossible = one.actions.includes(action)
  const meta = { title: t(`act.${action}.title`, { name: one.fullname }) }
  return orGone({ meta, one, action, isPossible }, isPossible)
}

const Filled = z.object({ reason: OptionalReason })
const WithReason = z.object({ reason: GivenReason })

export async function action({ context, params, request }: Route.ActionArgs) {
  const doing = actionOf(params.action)
  const { id } = await deskReservation(context, params.id)
  return answerForm({ context, request }, REASONED.includes(doing) ? WithReason : Filled, async ({ reason }) => {
    await perform(context, { id, doing, reason })
    const said = textFor(context.get(siteContext).language, 'desk')(`act.${doing}.done`)
    return { to: `/desk/reservations/${id}`, said }
  })
}

export default function Act({ loaderData: { one, action, isPossible }, actionData }: Route.ComponentProps) {
  const t = useText('desk')
  const { language } = useLanguage()
  const form = useReply('act', { reply: actionData?.form })
  const { id, fullname, plate, start_date, start_time, end_date, end_time, days, paid, currency } = one
  const back = pathIn(language, `/desk/reservations/${id}`)
  return (
    <>
      <ReservationHead
        reservation={one}
        crumb={t(`act.${action}.submit`)}
        title={t(`act.${action}.title`, { name: fullname })}
      >
        <Plate text={plate} />
      </ReservationHead>
      <ErrorSummary id="errors" entries={form.summary({ reason: t('act.reason') })} />
      <div className="card stack">
        <p>
          <b>{one.ad.title}</b>
        </p>
        <Trip start={{ date: start_date, time: start_time }} end={{ date: end_date, time: end_time }} days={days} />
        {isPossible ? (
          <PostForm {...form.props} className="stack">
            <p>{t.loose(`act.${action}.text`, { paid: formatMoney(paid, currency, language) })}</p>
            {REASONED.includes(action) && (
              <TextArea
                {...form.field('reason')}
                label={t('act.reason')}
                hint={t('act.reasonHint')}
                rows={3}
                maxLength={500}
                required
              />
            )}
            <div className="row">
              <SubmitButton
                className={REASONED.includes(action) || action === 'no_show' ? 'btn btn-bad' : 'btn btn-go'}
              >
                {t(`act.${action}.submit`)}
              </SubmitButton>
              <a className="btn" href={back}>
                {t('act.back')}
              </a>
            </div>
          </PostForm>
        ) : (
          <Gone one={one} back={back} />
        )}
      </div>
    </>
  )
}

function Gone({ one, back }: { one: Route.ComponentProps['loaderData']['one']; back: string }) {
  const t = useText('desk')
  const voucher = useText('voucher')
  return (
    <>
      <Note kind="warn" role="alert">
        {t('act.gone', { status: voucher(`status.${one.status}`) })}
      </Note>
      <div>
        <a className="btn btn-go" href={back}>
          {t('act.back')}
        </a>
      </div>
    </>
  )
}

function perform(
  context: Readonly<RouterContextProvider>,
  { id, doing, reason }: { id: string; doing: DeskAction; reason?: string | undefined },
) {
  const { company, reservations } = apiOf(context)
  switch (doing) {
    case 'hand_over':
      return company.reservations.handOver({ id })
    case 'take_back':
      return company.reservations.takeBack({ id })
    case 'cancel':
      return reservations.cancel({ id, reason })
    default:
      return company.reservations.changeReserve({ id, action: doing, reason })
  }
}

function actionOf(given: string | undefined): DeskAction {
  const found = DESK_ACTIONS.find((action) => action.replace('_', '-') === given)
  if (!found) throw notFound()
  return found
}

import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { IsoDate } from '#app/contract/shapes/shapes.ts'
import { daysFrom } from '#app/features/monthly/end-form.tsx'
import { PlanLine, PlanSum } from '#app/features/monthly/plan-line.tsx'
import { formatDate, formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { deskReservation } from '#app/routes/desk/reservations/own.server.ts'
import { ReservationHead } from '#app/routes/desk/reservations/reservation-head.tsx'
import { POSTPONE_DAYS_MAX } from '#app/rules/reservation/monthly/parts.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type ReplyForm, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { NoFields } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/plan'

export const handle: PageHandle = { areas: ['monthly', 'voucher', 'errors'], noJs: true }

type Context = Readonly<RouterContextProvider>

export async function loader({ context, params }: Route.LoaderArgs) {
  const one = await deskReservation(context, params.id)
  const plan = await apiOf(context).company.reservations.monthly.read({ id: one.id })
  const title = textFor(context.get(siteContext).language, 'monthly')('desk.one', { name: one.fullname })
  const { id, number, fullname, city } = one
  return { meta: { title }, one: { id, number, fullname, city }, plan }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id } = await deskReservation(context, params.id)
  const fields = await request.formData()
  return fields.get('intent') === 'postpone' ? postpone(context, id, fields) : sendLink(context, id, fields)
}

/** Five days more, of the thirty at most. */
const soon = (latest: string | null) => (latest ? addDays(latest, 5 - POSTPONE_DAYS_MAX) : undefined)

/** The monthly parts of a reservation at the desk: who was reminded when, and what staff can do about the next one. */
export default function DeskPlan({ loaderData: { one, plan }, actionData }: Route.ComponentProps) {
  const t = useText('monthly')
  const { language } = useLanguage()
  const form = useReply('plan', { reply: actionData?.form, initial: { due_on: soon(plan.postpone_until) } })
  const next = plan.parts.find(({ position }) => position === plan.next)
  const { zone } = one.city
  return (
    <>
      <ReservationHead reservation={one} crumb={t('desk.crumb')} title={t('desk.one', { name: one.fullname })} />
      <ErrorSummary id="errors" entries={form.summary({ due_on: t('desk.postponeTo') })} />
      <div className="duo">
        <div className="stack">
          <Card id="plan" title={t('plan')} className="stack">
            <PlanSum plan={plan} />
            <PlanLine plan={plan} zone={zone} />
          </Card>
          {next ? (
            <Card id="next" title={t('payPart', { n: next.position })} className="stack">
              <p>
                {t('desk.nextPart', {
                  n: next.position,
                  amount: formatMoney(next.left, plan.currency, language),
                  date: formatDate(next.due_on, language, 'weekday'),
                })}
              </p>
              {next.state === 'LATE' && plan.grace_until && (
                <Note kind="warn">
                  {t('desk.graceUntil', { date: formatDate(plan.grace_until, language, 'weekday') })}
                </Note>
              )}
              <div className="row">
                <PostForm>
                  <SubmitButton name="intent" value="link" className="btn btn-go">
                    {t('desk.sendLink')}
                  </SubmitButton>
                </PostForm>{' '}
                <a className="btn" href={pathIn(language, `/desk/reservations/${one.id}/rent`)}>
                  {t('desk.take')}
                </a>
              </div>
              {plan.postpone_until && <Postpone form={form} from={next.due_on} until={plan.postpone_until} />}
            </Card>
          ) : (
            <Note>{t('desk.allPaid')}</Note>
          )}
        </div>
        <aside className="stack">
          {plan.sent.length > 0 && (
            <Card id="sent" title={t('desk.sent')} className="stack">
              <ul className="stack stack-1">
                {plan.sent.map(({ kind, at }) => (
                  <li key={`${kind} ${at}`}>
                    {t(`desk.${kind}`)}{' '}
                    <span className="sm soft">{formatInstant(new Date(at), zone, language, 'weekday')}</span>
                  </li>
                ))}
              </ul>
            </Card>
          )}
          {plan.ends && (
            <div>
              <a className="btn" href={pathIn(language, `/desk/reservations/${one.id}/end`)}>
                {t('end.link')}
              </a>
            </div>
          )}
        </aside>
      </div>
    </>
  )
}

function Postpone({ form, from, until }: { form: ReplyForm; from: string; until: string }) {
  const t = useText('monthly')
  const { language } = useLanguage()
  return (
    <PostForm {...form.props} className="stack stack-2">
      <SelectField
        {...form.field('due_on')}
        label={t('desk.postponeTo')}
        options={daysFrom({ first: from, last: until }).map((day) => ({
          value: day,
          label: formatDate(day, language, 'weekday'),
        }))}
      />
      <div>
        <SubmitButton name="intent" value="postpone" className="btn">
          {t('desk.postpone')}
        </SubmitButton>
      </div>
    </PostForm>
  )
}

async function sendLink(context: Context, id: string, fields: FormData) {
  const t = textFor(context.get(siteContext).language, 'monthly')
  return answerForm(
    { context, request: fields },
    NoFields,
    async () => {
      const { sent } = await apiOf(context).company.reservations.monthly.sendLink({ id })
      return { to: `/desk/reservations/${id}/plan`, said: t(sent ? 'desk.linkSent' : 'desk.linkSentBefore') }
    },
    { at: { STATUS_CONFLICT: { '': ['moved_meanwhile'] } } },
  )
}

async function postpone(context: Context, id: string, fields: FormData) {
  const t = textFor(context.get(siteContext).language, 'monthly')
  return answerForm(
    { context, request: fields },
    z.object({ due_on: IsoDate }),
    async ({ due_on }) => {
      await apiOf(context).company.reservations.monthly.postpone({ id, due_on })
      return { to: `/desk/reservations/${id}/plan`, said: t('desk.postponed') }
    },
    { at: { STATUS_CONFLICT: { '': ['moved_meanwhile'] } } },
  )
}

import { data, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { DESK_ACTIONS } from '#app/contract/desk/reservations.ts'
import { Plate } from '#app/features/desk/plate.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/ltr-text.ts'
import { formatMoney } from '#app/i18n/money.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form.tsx'
import { Note } from '#app/ui/note.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { TextArea } from '#app/ui/text-field.tsx'
import { Trip } from '#app/ui/trip.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/act'
import { deskReservation } from './own.server.ts'

type DeskAction = (typeof DESK_ACTIONS)[number]

/** What the customer reads as the company's reason. */
const REASONED: readonly DeskAction[] = ['reject', 'cancel']

export const handle: PageHandle = { areas: ['voucher', 'errors'], noJs: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, params }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const t = textFor(language, 'desk')
  const action = actionOf(params.action)
  const one = await deskReservation(context, params.id)
  const isPossible = one.actions.includes(action)
  const page = {
    meta: { title: t(`act.${action}.title`, { name: one.fullname }), description: t('description') },
    one,
    action,
    isPossible,
  }
  // Somebody else was faster, or it is not the time: said with what is the case now.
  return isPossible ? page : data(page, { status: 409 })
}

const Filled = z.object({ reason: z.string().trim().max(500, 'max_length').optional() })
const WithReason = z.object({
  reason: z.string({ error: 'required' }).trim().min(1, 'required').max(500, 'max_length'),
})

export async function action({ context, params, request }: Route.ActionArgs) {
  const { language } = context.get(siteContext)
  const doing = actionOf(params.action)
  const { id } = await deskReservation(context, params.id)
  const form = await parseForm(request, REASONED.includes(doing) ? WithReason : Filled, formPage(context))
  if (!form.ok) return form.reply
  try {
    await perform(context, { id, doing, reason: form.value.reason })
    return goOn(context, `/desk/reservations/${id}`, textFor(language, 'desk')(`act.${doing}.done`))
  } catch (error) {
    return refused(error, form)
  }
}

export default function Act({ loaderData: { one, action, isPossible }, actionData }: Route.ComponentProps) {
  const t = useText('desk')
  const { language } = useLanguage()
  const form = useReply('act', { reply: actionData?.form })
  const { id, fullname, number, plate, start_date, start_time, end_date, end_time, days, paid, currency } = one
  const back = pathIn(language, `/desk/reservations/${id}`)
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: t('list.title'), href: pathIn(language, '/desk/reservations') },
          { label: numberIn(language, number), href: back },
          { label: t(`act.${action}.submit`) },
        ]}
      />
      <div className="head row">
        <h1>{t(`act.${action}.title`, { name: fullname })}</h1>
        <Plate text={plate} />
      </div>
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
  const { desk, agency, reservations } = apiOf(context)
  switch (doing) {
    case 'hand_over':
      return desk.handOver({ id })
    case 'take_back':
      return desk.takeBack({ id })
    case 'cancel':
      return reservations.cancel({ id, reason })
    default:
      return agency.changeReserve({ id, action: doing, reason })
  }
}

function actionOf(given: string | undefined): DeskAction {
  const found = DESK_ACTIONS.find((action) => action.replace('_', '-') === given)
  if (!found) throw notFound()
  return found
}

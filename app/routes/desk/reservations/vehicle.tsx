import { data } from 'react-router'
import { z } from 'zod'
import { RowId } from '#app/contract/shapes.ts'
import { empty } from '#app/contract/text.ts'
import { Plate } from '#app/features/desk/plate.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/ltr-text.ts'
import { localDigits } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Choice } from '#app/ui/choice.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { FieldGroup } from '#app/ui/field.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form.tsx'
import { Note } from '#app/ui/note.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { Trip } from '#app/ui/trip.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/vehicle'
import { deskReservation } from './own.server.ts'

export const handle: PageHandle = { areas: ['voucher', 'errors'], noJs: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, params }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'desk')
  const one = await deskReservation(context, params.id)
  const { results } = await apiOf(context).desk.otherVehicles({ id: one.id })
  const page = {
    meta: { title: t('move.title', { name: one.fullname }), description: t('description') },
    one,
    vehicles: results,
  }
  // Somebody else was faster, or it was handed over: said with what is the case now.
  return one.movable ? page : data(page, { status: 409 })
}

const id = (message: string) =>
  z.preprocess(
    empty,
    RowId.refine((given) => !Number.isNaN(given), message),
  )
const Wanted = z.object({ ad: id('choose_vehicle'), former: id('required') })

export async function action({ context, params, request }: Route.ActionArgs) {
  const t = textFor(context.get(siteContext).language, 'desk')
  const one = await deskReservation(context, params.id)
  const form = await parseForm(request, Wanted, formPage(context))
  if (!form.ok) return form.reply
  try {
    await apiOf(context).desk.moveToVehicle({ id: one.id, ...form.value })
    return goOn(context, `/desk/reservations/${one.id}`, t('move.done'))
  } catch (error) {
    return refused(error, form, {
      at: { VEHICLE_TAKEN: { ad: ['vehicle_taken'] }, CHANGED_MEANWHILE: { '': ['moved_meanwhile'] } },
    })
  }
}

type Loaded = Route.ComponentProps['loaderData']

/** The way out of a conflict, a breakdown or a late return: another vehicle of the same kind, all else as it was booked. */
export default function OtherVehicle({ loaderData: { one, vehicles }, actionData }: Route.ComponentProps) {
  const t = useText('desk')
  const voucher = useText('voucher')
  const { language } = useLanguage()
  const { number, fullname, plate, ad, status, start_date, start_time, end_date, end_time, days } = one
  const back = pathIn(language, `/desk/reservations/${one.id}`)
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: t('list.title'), href: pathIn(language, '/desk/reservations') },
          { label: numberIn(language, number), href: back },
          { label: t('move.link') },
        ]}
      />
      <div className="head">
        <h1>{t('move.title', { name: fullname })}</h1>
      </div>
      <div className="card stack">
        <p className="row row-s">
          {t('move.now')}: <b>{ad.title}</b> <Plate text={plate} />
        </p>
        <Trip start={{ date: start_date, time: start_time }} end={{ date: end_date, time: end_time }} days={days} />
        {one.movable && <Vehicles one={one} vehicles={vehicles} reply={actionData?.form} />}
        {!one.movable && (
          <Note kind="warn" role="alert">
            {t('act.gone', { status: voucher(`status.${status}`) })}
          </Note>
        )}
        <div>
          <a href={back}>{t('act.back')}</a>
        </div>
      </div>
    </>
  )
}

function Vehicles({ one, vehicles, reply }: Pick<Loaded, 'one' | 'vehicles'> & { reply?: FormReply }) {
  const t = useText('desk')
  const { language } = useLanguage()
  const form = useReply('move', { reply, initial: { ad: String(vehicles[0]?.id ?? '') } })
  const summary = <ErrorSummary id="move-errors" entries={form.summary({ ad: t('move.choose') })} />
  if (vehicles.length === 0) {
    return (
      <>
        {summary}
        <EmptyState title={t('move.none')} text={t('move.noneText')}>
          <a className="btn" href={pathIn(language, '/desk/calendar')}>
            {t('move.calendar')}
          </a>
        </EmptyState>
      </>
    )
  }
  return (
    <PostForm {...form.props} className="stack">
      {summary}
      <input type="hidden" name="former" value={one.ad.id} />
      <FieldGroup
        id="move-ad"
        label={t('move.choose')}
        hint={t('move.hint')}
        fieldErrors={form.fieldErrors('ad')}
        className="stack stack-2"
      >
        {vehicles.map(({ id, title, year, plate, alike }) => (
          <Choice
            key={id}
            name="ad"
            value={String(id)}
            checked={form.isChosen('ad', String(id))}
            title={title}
            detail={alike ? t('move.alike') : t('move.model', { year: localDigits(String(year), language) })}
            end={plate ? <Plate text={plate} /> : t('move.noPlate', { id: localDigits(String(id), language) })}
          />
        ))}
      </FieldGroup>
      <p>{t('move.text')}</p>
      <div>
        <SubmitButton>{t('move.submit')}</SubmitButton>
      </div>
    </PostForm>
  )
}

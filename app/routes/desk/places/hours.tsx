import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { CompanyParts } from '#app/routes/desk/shell/company-parts.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/hours'
import { ClosedDays, Holidays, NewClosedDays } from './closed-days.tsx'
import { changeHours } from './hours.server.ts'
import { WeekForm, WeekList } from './week-form.tsx'

export const handle: PageHandle = {
  title: 'hours/title',
  description: 'hours/description',
  areas: ['hours', 'agency'],
  noJs: true,
  query: ['place'],
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const hours = await apiOf(context).company.places.hours({})
  const asked = url.searchParams.get('place')
  return {
    hours,
    place: hours.places.find(({ id }) => String(id) === asked) ?? hours.places[0] ?? null,
    today: dateIn(HOME_ZONE, new Date()),
  }
}

export function action({ context, request }: Route.ActionArgs) {
  return changeHours(context, request)
}

/** When the company's places are open, and when they are closed. */
export default function Hours({ loaderData: { hours, place, today }, actionData }: Route.ComponentProps) {
  const t = useText('hours')
  const desk = useText('desk')
  const { language } = useLanguage()
  // Each form gets only its own answer: the others show the stored values.
  const replyTo = (intent: string) =>
    actionData?.form.initialValue?.intent === intent ? { reply: actionData.form } : undefined
  return (
    <>
      <p className="sm">
        <a href={pathIn(language, '/desk/company')}>{desk('nav.company')}</a>
      </p>
      <h1 className="head">{t('title')}</h1>
      <div className="stack">
        <CompanyParts current="hours" />
        {hours.places.length > 1 && <WeekList places={hours.places} place={place?.id} />}
        {place && <WeekForm place={place} hasOthers={hours.places.length > 1} {...replyTo('week')} />}
        <ClosedDays closed={hours.closed} />
        <NewClosedDays places={hours.places} today={today} {...replyTo('close')} />
        <Holidays holidays={hours.holidays} {...replyTo('holidays')} />
      </div>
    </>
  )
}

import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { dateIn } from '#app/rules/rental-time.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/hours'
import { ClosedDays, Holidays, NewClosedDays } from './closed-days.tsx'
import { CompanyParts } from './company-parts.tsx'
import { changeHours } from './hours.server.ts'
import { WeekForm, WeekList } from './week-form.tsx'

export const handle: PageHandle = { areas: ['hours', 'agency'], noJs: true, query: ['place'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, url }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'hours')
  const hours = await apiOf(context).desk.hours({})
  const asked = url.searchParams.get('place')
  return {
    meta: { title: t('title'), description: t('description') },
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
  // Each form gets the answer about itself alone: the others hold what is stored.
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

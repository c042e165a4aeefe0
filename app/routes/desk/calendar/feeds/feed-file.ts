import { writeCalendarFile } from '#app/rules/time/calendar-event.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { Route } from './+types/feed-file'

/** The calendar at a secret address, for calendar programs, which cannot sign in. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { language, config } = context.get(siteContext)
  const token = /^([\w.-]{3,100})\.ics$/.exec(params.token)?.[1]
  if (!token) throw notFound()
  const { name, events } = await apiOf(context).company.calendar.feedEvents({ token })
  const file = writeCalendarFile({
    product: config.brand.name[language],
    name,
    events: events.map(({ uid, start, end, changed, summary }) => ({
      ...{ uid, summary },
      start: new Date(start),
      end: new Date(end),
      changed: new Date(changed),
    })),
  })
  return new Response(file, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    },
  })
}

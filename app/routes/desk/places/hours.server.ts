import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { ClosedDaysFields } from '#app/contract/company/places/hours.ts'
import { RowId } from '#app/contract/shapes/shapes.ts'
import { latin } from '#app/contract/shapes/text.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { readPeriods } from '#app/rules/time/opening-hours.ts'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { goneAlready } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import { DAY_FIELDS } from './hours-fields.ts'

type Context = Readonly<RouterContextProvider>
const PATH = '/desk/company/hours'

const textsOf = (context: Context) => textFor(context.get(siteContext).language, 'hours')

/** Answers one of the page's forms: `intent` says which. */
export async function changeHours(context: Context, request: Request) {
  const fields = await request.formData()
  switch (fields.get('intent')) {
    case 'close':
      return closeDays(context, fields)
    case 'open':
      return openDays(context, fields)
    case 'holidays':
      return closeHolidays(context, fields)
    default:
      return setWeek(context, fields)
  }
}

const Day = z
  .string()
  .max(100, 'max_length')
  .default('')
  .transform((typed, context) => {
    const periods = readPeriods(typed)
    if (!periods) context.addIssue({ code: 'custom', message: 'hours' })
    return periods ?? []
  })
const Week = z.object({
  place: RowId,
  all: z.literal('on').optional(),
  ...Object.fromEntries(DAY_FIELDS.map((name) => [name, Day])),
})

async function setWeek(context: Context, fields: FormData) {
  return answerForm({ context, request: fields }, Week, async ({ place, all, ...days }) => {
    const periods = days as Record<string, [string, string][]>
    const week = DAY_FIELDS.map((name) => periods[name] ?? [])
    await apiOf(context).company.places.setHours({ ...(all ? {} : { place }), week })
    return { to: `${PATH}?place=${place}`, said: textsOf(context)('week.done') }
  })
}

async function closeDays(context: Context, fields: FormData) {
  return answerForm({ context, request: fields }, ClosedDaysFields, async (days) => {
    await apiOf(context).company.places.closeDays(days)
    return { to: PATH, said: textsOf(context)('closed.done') }
  })
}

/** Days that somebody else has opened again already are no error. */
async function openDays(context: Context, fields: FormData) {
  const id = RowId.safeParse(fields.get('id'))
  if (id.success) await goneAlready(apiOf(context).company.places.openDays({ id: id.data }))
  return goOn(context, PATH, textsOf(context)('closed.opened'))
}

const Holidays = z.object({ year: z.preprocess(latin, z.coerce.number({ error: 'required' }).int('number')) })

async function closeHolidays(context: Context, fields: FormData) {
  return answerForm({ context, request: fields }, Holidays, async (holidays) => {
    const { added } = await apiOf(context).company.places.closeHolidays(holidays)
    return { to: PATH, said: textsOf(context)('holidays.done', { n: added }) }
  })
}

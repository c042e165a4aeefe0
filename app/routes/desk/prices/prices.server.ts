import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { PriceRuleFields, SeasonFields } from '#app/contract/company/prices/prices.ts'
import { Flag, IsoDate, RowId } from '#app/contract/shapes/shapes.ts'
import { monthGrid, monthGrids, monthOf } from '#app/i18n/format/calendar.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { TIERS } from '#app/rules/money/price.ts'
import { typedAmount } from '#app/rules/money/typed-amount.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import { RULE_FIELDS, WEEKDAY_FIELDS } from './price-fields.ts'

type Context = Readonly<RouterContextProvider>
/** The owner of the prices: one vehicle, or the company. */
type Scope = { ad?: number; path: string }

const textOf = (context: Context) => textFor(context.get(siteContext).language, 'prices')

const MONTHS = 13
const SAMPLES = 100

/**
 * The stored rules, and a month of day prices that follow from them for the vehicle, or for an example vehicle of the
 * company.
 */
export async function loadPrices(context: Context, url: URL, { ad }: Pick<Scope, 'ad'>) {
  const { language } = context.get(siteContext)
  const t = textOf(context)
  const { company } = apiOf(context)
  const settings = await company.prices.read({ ad })
  const { vehicle } = settings
  const samples = ad === undefined ? await sampleVehicles(context) : []
  const asked = RowId.safeParse(url.searchParams.get('vehicle'))
  const shown = ad ?? (samples.find(({ id }) => id === asked.data) ?? samples[0])?.id
  const today = dateIn(HOME_ZONE, new Date())
  const from = IsoDate.safeParse(url.searchParams.get('month'))
  const first = from.success && isNear(from.data, today, language) ? from.data : today
  const month = monthGrid(monthOf(first, language), language)
  const length = TIERS.find(({ fromDays }) => String(fromDays) === url.searchParams.get('length'))?.fromDays ?? 3
  const days = month.weeks.flat().filter(({ inMonth }) => inMonth).length
  const preview =
    shown === undefined ? null : await company.prices.preview({ ad: shown, from: month.first, days, length })
  const season = RowId.safeParse(url.searchParams.get('season'))
  return {
    meta: {
      title: vehicle ? t('titleOf', { title: vehicle.title }) : t('title'),
      description: t('description'),
    },
    settings,
    samples,
    shown,
    month,
    months: monthGrids(today, MONTHS, language).map(({ first, title }) => ({ first, title })),
    length,
    preview,
    /** The season that is being edited. */
    season: settings.own.seasons.find(({ id }) => id === season.data) ?? null,
    today,
  }
}

/** The preview goes about two years ahead. */
function isNear(date: string, today: string, language: Parameters<typeof monthOf>[1]): boolean {
  const [one, now] = [monthOf(date, language), monthOf(today, language)]
  return Math.abs((one.year - now.year) * 12 + one.month - now.month) <= 2 * MONTHS
}

async function sampleVehicles(context: Context) {
  const { results } = await apiOf(context).company.fleet.search({ size: SAMPLES, state: 'OFFERED' })
  return results.map(({ id, title }) => ({ id, title }))
}

/** Answers one of the page's forms: `intent` says which. */
export async function changePrices(context: Context, request: Request, scope: Scope) {
  const fields = await request.formData()
  const intent = fields.get('intent')
  if (intent === 'tiers' && scope.ad !== undefined) return changeTiers(context, fields, { ...scope, ad: scope.ad })
  if (intent === 'season') return changeSeason(context, fields, scope)
  if (intent === 'drop') return dropSeason(context, fields, scope)
  return changeRules(context, fields, scope)
}

const Tiers = z.object({
  all_units: Flag,
  ...Object.fromEntries(TIERS.map(({ tier }) => [tier, z.string({ error: 'required' }).max(30, 'max_length')])),
})

async function changeTiers(context: Context, fields: FormData, { ad, path }: Required<Scope>) {
  const { company } = apiOf(context)
  const { currency } = await company.prices.read({ ad })
  return answerForm({ context, request: fields }, Tiers, async ({ all_units }, form) => {
    const fieldErrors: Record<string, string[]> = {}
    const prices = TIERS.map(({ tier }) => {
      const amount = typedAmount(String(fields.get(tier) ?? ''), currency)
      if ('fieldError' in amount) fieldErrors[tier] = [amount.fieldError]
      return [tier, 'minor' in amount ? amount.minor : 0]
    })
    if (Object.keys(fieldErrors).length > 0) return form.refuse(fieldErrors)
    await company.prices.set({ ad, all_units, ...Object.fromEntries(prices) })
    return { to: path, said: textOf(context)('tiers.saved') }
  })
}

const Rules = PriceRuleFields.extend({
  all_units: Flag,
  ...Object.fromEntries(WEEKDAY_FIELDS.map((name) => [name, SeasonFields.shape.percent.optional()])),
})

/** Every field of the form is set: an empty one is cleared. */
async function changeRules(context: Context, fields: FormData, { ad, path }: Scope) {
  return answerForm({ context, request: fields }, Rules, async (typed) => {
    const { all_units } = typed
    const percents = WEEKDAY_FIELDS.map((name) => (typed as Record<string, unknown>)[name])
    const weekdays = percents.some((percent) => percent !== undefined) ? percents.map((one) => Number(one ?? 0)) : null
    const rules = Object.fromEntries(RULE_FIELDS.map((name) => [name, typed[name] ?? null]))
    await apiOf(context).company.prices.set({ ad, all_units, ...rules, weekdays })
    return { to: path, said: textOf(context)('rules.saved') }
  })
}

const Season = SeasonFields.extend({ id: RowId.optional(), all_units: Flag })

async function changeSeason(context: Context, fields: FormData, { ad, path }: Scope) {
  const { prices } = apiOf(context).company
  return answerForm({ context, request: fields }, Season, async ({ id, ...season }) => {
    await (id === undefined ? prices.addSeason({ ad, ...season }) : prices.changeSeason({ id, ...season }))
    return { to: path, said: textOf(context)('season.saved') }
  })
}

/** A season that somebody else has deleted already is no error. */
async function dropSeason(context: Context, fields: FormData, { path }: Scope) {
  const id = RowId.safeParse(fields.get('id'))
  const all_units = Flag.parse(fields.get('all_units'))
  if (id.success) await apiOf(context).company.prices.dropSeason({ id: id.data, all_units })
  return goOn(context, path, textOf(context)('season.dropped'))
}

import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { RowId } from '#app/contract/shapes/shapes.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm, answerRead } from '#app/web/page/answer-form.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { readPlace } from './read-place.server.ts'

type Context = Readonly<RouterContextProvider>

/** The company of the places: operators name one, staff have their own. */
interface Whose {
  company?: number | undefined
}

const textOf = (context: Context) => textFor(context.get(siteContext).language, 'company')

/** Reads a company's places for the page that lists them. */
export async function readPlaces(context: Context, { company }: Whose) {
  const t = textOf(context)
  const { currency, places } = await apiOf(context).company.places.list({ company })
  return { meta: { title: t('places.title'), description: t('description') }, currency, places }
}

const State = z.object({ id: RowId, paused: z.enum(['yes', 'no'], { error: 'required' }) })

/** Pauses or reopens a place, and redirects to the list at `path`. */
export async function pausePlace(context: Context, request: Request, { company, path }: Whose & { path: string }) {
  return answerForm({ context, request }, State, async ({ id, paused: state }) => {
    const paused = state === 'yes'
    await placeIn(context, { company, id })
    await apiOf(context).company.places.change({ id, paused })
    return { to: path, said: textOf(context)(paused ? 'places.pausedNow' : 'places.resumed') }
  })
}

/** Reads a company's place for its form, or the defaults of a new one. Throws the 404 page when the company has no such place. */
export async function readPlacePage(context: Context, { company, id }: Whose & { id: string | undefined }) {
  const t = textOf(context)
  const { currency, place } = await placeIn(context, { company, id })
  const cities = place ? [] : (await apiOf(context).places.cities({})).results
  return {
    meta: {
      title: place ? t('places.changeOf', { name: place.title }) : t('places.add'),
      description: t('description'),
    },
    currency,
    place,
    cities: cities.map(({ id: city, name }) => ({ id: city, name })),
  }
}

/** Saves the form of a place, a new one without an id, and redirects to the list at `path`. */
export async function savePlace(
  context: Context,
  request: Request,
  { company, id, path }: Whose & { id: string | undefined; path: string },
) {
  const { language } = context.get(siteContext)
  const { places } = apiOf(context).company
  const t = textOf(context)
  const { currency, place } = await placeIn(context, { company, id })
  const read = await readPlace(context, request, currency)
  if (!read.ok) return read.reply
  const save = async () => {
    if (place) {
      await places.change({ ...read.place, id: place.id })
      return { to: path, said: t('places.saved') }
    }
    if (read.city === undefined) return read.form.refuse({ city: ['required'] })
    await places.add({ ...read.place, city: read.city, company })
    return { to: path, said: t('places.added') }
  }
  return answerRead(context, read.form, save, { rename: (name) => fieldOf(name, language) })
}

/** The company's place with an id; null without an id. Another company's place is not found. */
async function placeIn(context: Context, { company, id }: Whose & { id: string | number | undefined }) {
  const { currency, places } = await apiOf(context).company.places.list({ company })
  const place = places.find((one) => String(one.id) === String(id)) ?? null
  if (id !== undefined && !place) throw notFound()
  return { currency, place }
}

/** The field for an error of a text: a missing text is an error in the page's language, an invalid one in its own. */
function fieldOf(name: string, language: string): string {
  return name === 'name' || name === 'address' ? `${name}_${language}` : name.replace('.', '_')
}

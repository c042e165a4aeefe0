import { data, redirect } from 'react-router'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { mapSource } from '#app/features/map/map-source.server.ts'
import { OwnMap } from '#app/features/map/own-map.live.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { mapHref } from '#app/rules/map/map-link.ts'
import { MAP_SIZES, MAP_ZOOMS, type MapZoom, PICKER_ZOOM, roundDegrees } from '#app/rules/map/map-picture.ts'
import { type LatLng, project, unproject } from '#app/rules/map/mercator.ts'
import { readLinkOrPair, readTypedPlace } from '#app/rules/map/typed-place.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { isCallError, secondsOf } from '#app/web/page/call-errors.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/location'
import { chatHref } from './chat-href.ts'
import '../../../../styles/talk.css'

const LONGEST_WORDS = 300
const LONGEST_LINK = 2000
const FIELDS = ['room', 'link', 'lat', 'lng', 'words', 'zoom', 'step', 'point.x', 'point.y']

export const handle: PageHandle = {
  title: 'map/page.title',
  description: 'map/page.description',
  areas: ['map', 'errors'],
  query: FIELDS,
}

/**
 * A place for a message, found without a script: from a map's link, from degrees, or step by step on a picture that a click
 * moves (protocols/maps.md §5). It is a page of questions until the place is sent.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const query = url.searchParams
  const asked = readPlace(query)
  const zoom = zoomAfter(query)
  const at = asked.at && moved(asked.at, zoom.before, query)
  return {
    room: PublicId.safeParse(query.get('room')).data ?? null,
    typed: {
      link: asked.link,
      lat: at?.lat.toFixed(5) ?? asked.lat,
      lng: at?.lng.toFixed(5) ?? asked.lng,
      words: asked.words,
    },
    problem: asked.problem ?? null,
    shown: at ? { at, zoom: zoom.now, source: mapSource(context, { at, zoom: zoom.now, size: 'place' }) } : null,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const fields = await request.formData()
  const asked = readPlace(fields)
  if (asked.problem) return refusal(asked.problem)
  if (!asked.at && !asked.words) return refusal({ field: 'words', key: 'location_none' })
  const { chat } = apiOf(context)
  const named = PublicId.safeParse(fields.get('room')).data
  const room = named ?? (await chat.createSale({})).room.id
  const message = [asked.words, asked.at && mapHref(asked.at)].filter(Boolean).join('\n')
  try {
    await chat.newMessage({ id: room, message, client_id: crypto.randomUUID() })
  } catch (error) {
    if (isCallError(error, 'TOO_MANY_REQUESTS')) {
      const headers = { 'retry-after': String(secondsOf(error)) }
      return refusal({ field: 'words', key: 'too_many_requests' }, { status: 429, headers })
    }
    if (isCallError(error, 'INVALID_FIELDS')) return refusal({ field: 'words', key: 'characters' })
    throw error
  }
  return redirect(`${chatHref(named)}#last`, { status: 303 })
}

function refusal(problem: FieldProblem, init: ResponseInit = { status: 400 }) {
  return data({ problem }, init)
}

export default function LocationPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('map')
  const { language } = useLanguage()
  const { room, typed, shown } = loaderData
  const problem = actionData?.problem ?? loaderData.problem
  const fieldErrors = (field: FieldProblem['field']) => (problem?.field === field ? [{ key: problem.key }] : undefined)
  const labels = { link: t('page.link'), lat: t('page.lat'), words: t('page.address') }
  const kept = { room, words: typed.words, zoom: shown?.zoom }
  return (
    <section className="stack" aria-labelledby="location-title">
      <h1 id="location-title">{t('page.title')}</h1>
      {problem && (
        <ErrorSummary
          id="location-errors"
          entries={[
            { id: problem.field, name: problem.field, label: labels[problem.field], fieldError: { key: problem.key } },
          ]}
        />
      )}
      <p className="soft">{t('page.intro')}</p>
      {shown && (
        <Card id="shown" title={t('page.shown')} className="stack stack-2">
          <form action={pathIn(language, '/profile/chat/location')} className="stack stack-2">
            <Kept fields={{ ...kept, lat: typed.lat, lng: typed.lng }} />
            <OwnMap at={shown.at}>
              <input
                type="image"
                className="map-image"
                name="point"
                src={shown.source.src}
                alt={t('page.move')}
                {...MAP_SIZES.place}
              />
            </OwnMap>
            <div className="row row-s">
              {(['closer', 'farther', 'north', 'south', 'west', 'east'] as const).map((step) => (
                <button key={step} type="submit" className="btn btn-s" name="step" value={step}>
                  {t(`page.${step}`)}
                </button>
              ))}
            </div>
          </form>
          <PostForm className="stack stack-2">
            <Kept fields={{ room, lat: typed.lat, lng: typed.lng }} />
            <TextField
              id="words"
              name="words"
              label={t('page.address')}
              defaultValue={typed.words}
              maxLength={LONGEST_WORDS}
              optional
            />
            <div>
              <SubmitButton>
                <Icon name="send" flip />
                {t('page.send')}
              </SubmitButton>
            </div>
          </PostForm>
        </Card>
      )}
      <form action={pathIn(language, '/profile/chat/location')} className="stack stack-2">
        <Kept fields={{ room, zoom: shown?.zoom }} />
        <TextField
          id="link"
          name="link"
          label={t('page.link')}
          hint={t('page.linkHint')}
          defaultValue={typed.link}
          maxLength={LONGEST_LINK}
          dir="auto"
          fieldErrors={fieldErrors('link')}
          optional
        />
        <div className="row">
          <TextField
            id="lat"
            name="lat"
            label={t('page.lat')}
            defaultValue={typed.lat}
            inputMode="decimal"
            maxLength={30}
            dir="ltr"
            fieldErrors={fieldErrors('lat')}
            optional
          />
          <TextField
            id="lng"
            name="lng"
            label={t('page.lng')}
            defaultValue={typed.lng}
            inputMode="decimal"
            maxLength={30}
            dir="ltr"
            optional
          />
        </div>
        <div>
          <button type="submit" className={shown ? 'btn' : 'btn btn-go'}>
            {t('page.show')}
          </button>
        </div>
      </form>
      {!shown && (
        <PostForm className="stack stack-2">
          <Kept fields={{ room }} />
          <TextField
            id="words"
            name="words"
            label={t('page.address')}
            defaultValue={typed.words}
            maxLength={LONGEST_WORDS}
            fieldErrors={fieldErrors('words')}
          />
          <div>
            <SubmitButton className="btn">{t('page.sendAddress')}</SubmitButton>
          </div>
        </PostForm>
      )}
      <p>
        <a href={pathIn(language, chatHref(room ?? undefined))}>{t('page.back')}</a>
      </p>
    </section>
  )
}

function Kept({ fields }: { fields: Record<string, string | number | null | undefined> }) {
  return Object.entries(fields).map(([name, value]) =>
    value === null || value === undefined || value === '' ? null : (
      <input key={name} type="hidden" name={name} value={value} />
    ),
  )
}

type Typed = URLSearchParams | FormData

type FieldProblem = { field: 'link' | 'lat' | 'words'; key: string }
type Asked = { link: string; lat: string; lng: string; words: string; at?: LatLng; problem?: FieldProblem }

function readPlace(fields: Typed): Asked {
  const text = (name: string, longest: number) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value.slice(0, longest) : ''
  }
  const [link, lat, lng] = [text('link', LONGEST_LINK).trim(), text('lat', 30).trim(), text('lng', 30).trim()]
  const words = text('words', LONGEST_WORDS).trim()
  const typed = { link, lat, lng, words }
  if (link) {
    const at = readLinkOrPair(link)
    return at ? { ...typed, link: '', at } : { ...typed, problem: { field: 'link', key: 'location_link' } }
  }
  if (!lat && !lng) return typed
  const at = readTypedPlace(lat, lng)
  return at ? { ...typed, at } : { ...typed, problem: { field: 'lat', key: 'location_degrees' } }
}

/** The zoom at which a click or a step was made, and the one after it. */
function zoomAfter(fields: Typed): { before: MapZoom; now: MapZoom } {
  const before = MAP_ZOOMS.find((zoom) => String(zoom) === fields.get('zoom')) ?? PICKER_ZOOM
  const step = { closer: 1, farther: -1 }[String(fields.get('step'))] ?? 0
  return { before, now: MAP_ZOOMS[MAP_ZOOMS.indexOf(before) + step] ?? before }
}

/** After a click into the picture, or a step of a quarter of it. */
function moved(at: LatLng, zoom: MapZoom, query: Typed): LatLng {
  const { width, height } = MAP_SIZES.place
  const clicked = ['point.x', 'point.y'].map((name) => Number(query.get(name) ?? Number.NaN)) as [number, number]
  const steps: Record<string, [x: number, y: number]> = { north: [0, -1], south: [0, 1], west: [-1, 0], east: [1, 0] }
  const [stepX, stepY] = steps[String(query.get('step'))] ?? [0, 0]
  const isClick = clicked.every((value) => Number.isInteger(value) && value >= 0 && value <= 2 * width)
  const by = isClick
    ? { x: clicked[0] - width / 2, y: clicked[1] - height / 2 }
    : { x: (stepX * width) / 4, y: (stepY * height) / 4 }
  const from = project(at, zoom)
  const to = unproject({ x: from.x + by.x, y: from.y + by.y }, zoom)
  return {
    lat: roundDegrees(Math.max(-85, Math.min(85, to.lat))),
    lng: roundDegrees(((((to.lng + 180) % 360) + 360) % 360) - 180),
  }
}

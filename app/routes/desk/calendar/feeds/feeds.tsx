import type { RouterContextProvider } from 'react-router'
import { FeedFields, SourceFields } from '#app/contract/company/calendar/feeds.ts'
import { RowId } from '#app/contract/shapes/shapes.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/feeds'

const PATH = '/desk/feeds'
const MOST_VEHICLES = 200

export const handle: PageHandle = {
  title: 'feeds/title',
  description: 'feeds/description',
  areas: ['feeds'],
  noJs: true,
  query: [],
}

export async function loader({ context }: Route.LoaderArgs) {
  const { company } = apiOf(context)
  const [{ feeds, sources }, fleet] = await Promise.all([
    company.calendar.feeds({}),
    company.calendar.read({ size: MOST_VEHICLES }),
  ])
  return {
    ...{ feeds, sources },
    vehicles: fleet.results.map(({ id, title, plate }) => ({ value: String(id), label: `${title} · ${plate ?? id}` })),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const t = textFor(context.get(siteContext).language, 'feeds')
  const { company } = apiOf(context)
  const fields = await request.formData()
  const id = RowId.safeParse(fields.get('id'))
  switch (fields.get('intent')) {
    case 'make':
      return makeFeed(context, fields)
    case 'removeFeed':
      if (id.success) await company.calendar.removeFeed({ id: id.data })
      return goOn(context, PATH, t('done.removeFeed'))
    case 'removeSource':
      if (id.success) await company.calendar.removeSource({ id: id.data })
      return goOn(context, PATH, t('done.removeSource'))
    default:
      return addSource(context, fields)
  }
}

type Loaded = Route.ComponentProps['loaderData']
type Replied = Loaded & { reply?: FormReply }

export default function Feeds({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('feeds')
  return (
    <>
      <h1 className="head">{t('title')}</h1>
      <div className="stack">
        <Given {...loaderData} reply={actionData?.form} />
        <Taken {...loaderData} reply={actionData?.form} />
      </div>
    </>
  )
}

/** The addresses of our calendars, for others to read. */
function Given({ feeds, vehicles, reply }: Replied) {
  const t = useText('feeds')
  const { language } = useLanguage()
  const form = useReply('feed', { reply })
  return (
    <Card id="out" title={t('out.title')} className="stack">
      <p className="hint">{t('out.hint')}</p>
      {feeds.length === 0 && <p className="soft">{t('out.none')}</p>}
      <ul className="stack">
        {feeds.map(({ id, vehicle, address }) => (
          <li key={id} className="stack stack-2">
            <TextField
              id={`feed-${id}`}
              name={`feed-${id}`}
              label={vehicle ? nameOf(vehicle, language) : t('out.all')}
              defaultValue={address}
              dir="ltr"
              readOnly
            />
            <div className="row row-s">
              <PostForm>
                <input type="hidden" name="ad" value={vehicle?.id ?? ''} />
                <SubmitButton name="intent" value="make" className="btn btn-s">
                  {t('out.renew')}
                </SubmitButton>
              </PostForm>
              <PostForm>
                <input type="hidden" name="id" value={id} />
                <SubmitButton name="intent" value="removeFeed" className="btn btn-s">
                  {t('out.remove')}
                </SubmitButton>
              </PostForm>
            </div>
          </li>
        ))}
      </ul>
      <PostForm {...form.props} className="fields" aria-label={t('out.make')}>
        <SelectField
          {...form.field('ad')}
          id="feed-ad"
          label={t('in.vehicle')}
          options={[{ value: '', label: t('out.all') }, ...localised(vehicles, language)]}
        />
        <div>
          <SubmitButton name="intent" value="make">
            {t('out.make')}
          </SubmitButton>
        </div>
      </PostForm>
    </Card>
  )
}

/** External calendars, the result of their last reading, and their conflicts with bookings. */
function Taken({ sources, vehicles, reply }: Replied) {
  const t = useText('feeds')
  const { language } = useLanguage()
  const form = useReply('source', { reply })
  const labels = { ad: t('in.vehicle'), address: t('in.address') }
  return (
    <Card id="in" title={t('in.title')} className="stack">
      <p className="hint">{t('in.hint')}</p>
      {sources.length === 0 && <p className="soft">{t('in.none')}</p>}
      <ul className="stack">
        {sources.map((source) => (
          <SourceLine key={source.id} source={source} />
        ))}
      </ul>
      <PostForm {...form.props} className="stack" aria-label={t('in.add')}>
        <ErrorSummary id="source-errors" entries={form.summary(labels)} />
        <SelectField {...form.field('ad')} label={labels.ad} options={localised(vehicles, language)} />
        <TextField {...form.field('address')} label={labels.address} dir="ltr" inputMode="url" maxLength={2000} />
        <div>
          <SubmitButton name="intent" value="add">
            {t('in.add')}
          </SubmitButton>
        </div>
      </PostForm>
    </Card>
  )
}

function SourceLine({ source }: { source: Loaded['sources'][number] }) {
  const t = useText('feeds')
  const desk = useText('desk')
  const { language } = useLanguage()
  const { id, vehicle, host, checked_at, next_at, problem, events, wrong, conflicts, zone } = source
  const moment = (iso: string) => formatInstant(new Date(iso), zone, language, 'weekday')
  return (
    <li className="stack stack-2">
      <div className="row between">
        <div>
          <b>{nameOf(vehicle, language)}</b> <bdi className="mute">{host}</bdi>
          <p className="sm soft">
            {checked_at === null && t('in.waiting')}
            {checked_at !== null && problem === null && t('in.read', { n: events, when: moment(checked_at) })}
          </p>
        </div>
        <PostForm>
          <input type="hidden" name="id" value={id} />
          <SubmitButton name="intent" value="removeSource" className="btn btn-s">
            {t('in.remove')}
            <span className="vh"> {nameOf(vehicle, language)}</span>
          </SubmitButton>
        </PostForm>
      </div>
      {problem && checked_at && (
        <Note kind="warn">
          {t('in.failed', { when: moment(checked_at) })} {t(`problem.${problem}`)}{' '}
          {next_at && t('in.again', { when: moment(next_at) })}
        </Note>
      )}
      {conflicts.length > 0 && (
        <Note kind="bad">
          <b>{t('conflict.title')}</b>
          <p>{t('conflict.hint')}</p>
          <ul>
            {conflicts.map(({ reservation, number, fullname, summary, start_at, end_at }) => (
              <li key={reservation}>
                <a href={pathIn(language, `/desk/reservations/${reservation}`)}>
                  {t('conflict.line', {
                    ...{ name: fullname, summary: summary ?? t('wrong.noName') },
                    number: localDigits(number, language),
                    from: moment(start_at),
                    to: moment(end_at),
                  })}
                </a>{' '}
                <a href={pathIn(language, `/desk/reservations/${reservation}/vehicle`)}>
                  {desk('move.nextLink', { name: fullname })}
                </a>
              </li>
            ))}
          </ul>
        </Note>
      )}
      {wrong.length > 0 && (
        <details>
          <summary className="sm">{t('wrong.title')}</summary>
          <ul className="sm">
            {wrong.map(({ reason, summary }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an event has no identity other than its position
              <li key={index}>{t(`wrong.${reason}`, { name: summary ?? t('wrong.noName') })}</li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

type Language = ReturnType<typeof useLanguage>['language']

function nameOf({ title, plate, id }: { title: string; plate: string | null; id: number }, language: Language): string {
  return `${title} · ${localDigits(plate ?? String(id), language)}`
}

function localised(options: Loaded['vehicles'], language: Language) {
  return options.map(({ value, label }) => ({ value, label: localDigits(label, language) }))
}

async function makeFeed(context: Readonly<RouterContextProvider>, fields: FormData) {
  const { language } = context.get(siteContext)
  return answerForm({ context, request: fields }, FeedFields, async (feed) => {
    await apiOf(context).company.calendar.makeFeed(feed)
    return { to: PATH, said: textFor(language, 'feeds')('done.make') }
  })
}

async function addSource(context: Readonly<RouterContextProvider>, fields: FormData) {
  const { language } = context.get(siteContext)
  return answerForm({ context, request: fields }, SourceFields, async (source) => {
    await apiOf(context).company.calendar.addSource(source)
    return { to: PATH, said: textFor(language, 'feeds')('done.add') }
  })
}

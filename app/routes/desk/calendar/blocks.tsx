import { data, type RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import { BlockFields } from '#app/contract/company/calendar/blocks.ts'
import { RowId } from '#app/contract/shapes/shapes.ts'
import { formatDate, formatTime } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { listAt } from '#app/rules/search/list-address.ts'
import { addDays, daysBetween } from '#app/rules/time/calendar-date.ts'
import { BLOCK_PURPOSES, slotFrom, wallText } from '#app/rules/time/fleet-calendar.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { Card } from '#app/ui/card.tsx'
import { ListPages } from '#app/ui/desk/list-page.tsx'
import { WhenField } from '#app/ui/form/date-field.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/blocks'
import { type CalendarStay, momentOf } from './calendar-rows.tsx'
import { drawnTimes } from './drawn-times.ts'
import { DrawnUses } from './drawn-uses.tsx'
import { InTheWay } from './in-the-way.tsx'

const BLOCKS = listAt('/desk/blocks', { size: 20 })

export const handle: PageHandle = {
  title: 'agency/blocks.title',
  description: 'agency/description',
  areas: ['agency', 'calendar'],
  query: [...BLOCKS.query, 'ad', 'from', 'to'],
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { company } = apiOf(context)
  const [blocked, fleet] = await Promise.all([
    readList(BLOCKS, url, (asked) => company.calendar.blocks(asked)),
    company.calendar.read({ size: MOST_VEHICLES }),
  ])
  const given = drawnTimes(url.searchParams)
  const ads = fleet.results.map(({ id, title, plate }) => ({ id, name: `${title} · ${plate ?? id}` }))
  const isListed = !given.ad || ads.some(({ id }) => String(id) === given.ad)
  return {
    ...blocked,
    given,
    ads: isListed ? ads : [...ads, { id: Number(given.ad), name: String(given.ad) }],
    today: dateIn(HOME_ZONE, new Date()),
  }
}

/**
 * The most vehicles for a list to choose from; with a larger fleet, a link in the calendar leads here with the vehicle.
 */
const MOST_VEHICLES = 200

export async function action({ context, request }: Route.ActionArgs) {
  const t = textFor(context.get(siteContext).language, 'agency')
  const fields = await request.formData()
  if (fields.get('intent') !== 'unblock') return block(context, fields)
  const id = RowId.safeParse(fields.get('id'))
  if (id.success) await apiOf(context).company.calendar.unblock({ id: id.data })
  return goOn(context, BLOCKS.path, t('done.unblock'))
}

export default function Blocks({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('agency')
  const { given } = loaderData
  return (
    <>
      <h1 className="head">{t('blocks.title')}</h1>
      <div className="stack">
        {given.ad && given.start_date && given.end_date && <DrawnUses times={given} here="block" />}
        {actionData && 'taken' in actionData && <Taken taken={actionData.taken as TakenTime} />}
        <BlockForm {...loaderData} reply={actionData?.form} />
        <BlockList found={loaderData} />
      </div>
    </>
  )
}

function BlockForm({
  ads,
  today,
  given,
  reply,
}: Pick<Route.ComponentProps['loaderData'], 'ads' | 'today' | 'given'> & { reply?: FormReply }) {
  const t = useText('agency')
  const words = useText('calendar')
  const { language } = useLanguage()
  const form = useReply('block', { reply, initial: { start_time: '10:00', end_time: '10:00', ...given } })
  const labels = {
    ad: t('blocks.ad'),
    start_date: t('blocks.from'),
    start_time: t('blocks.from'),
    end_date: t('blocks.to'),
    end_time: t('blocks.to'),
    purpose: words('purpose.label'),
    note: words('note'),
  }
  return (
    <PostForm {...form.props} className="card stack" aria-labelledby="block-title">
      <h2 id="block-title">{t('blocks.add')}</h2>
      <ErrorSummary id="block-errors" entries={form.summary(labels)} />
      <SelectField
        {...form.field('ad')}
        label={t('blocks.ad')}
        options={ads.map(({ id, name }) => ({ value: String(id), label: localDigits(name, language) }))}
      />
      <SelectField
        {...form.field('purpose')}
        label={words('purpose.label')}
        options={BLOCK_PURPOSES.map((value) => ({ value, label: words(`purpose.${value}`) }))}
      />
      <div className="grid2">
        <WhenField {...form} name="start" label={t('blocks.from')} today={today} required />
        <WhenField {...form} name="end" label={t('blocks.to')} today={today} required />
      </div>
      <TextField {...form.field('note')} label={words('note')} hint={words('noteHint')} optional maxLength={80} />
      <div>
        <SubmitButton name="intent" value="block">
          {t('blocks.submit')}
        </SubmitButton>
      </div>
    </PostForm>
  )
}

function BlockList({ found }: { found: Route.ComponentProps['loaderData'] }) {
  const t = useText('agency')
  const words = useText('calendar')
  const { language } = useLanguage()
  const when = (date: string, time: string) => `${formatDate(date, language, 'weekday')} ${formatTime(time, language)}`
  return (
    <Card id="blocks" title={t('blocks.title')} className="stack">
      {found.results.length === 0 && <p className="soft">{t('blocks.none')}</p>}
      <ul className="stack">
        {found.results.map(({ id, ad, start_date, start_time, end_date, end_time, note, purpose }) => (
          <li key={id} id={`block-${id}`} className="row between">
            <div>
              <b>{ad.title}</b> <bdi className="mute">{localDigits(String(ad.id), language)}</bdi>
              <p className="sm soft">
                {t('blocks.span', { from: when(start_date, start_time), to: when(end_date, end_time) })}
              </p>
              {(purpose || note) && (
                <p className="row row-s sm">
                  {purpose && <Tag>{words(`purpose.${purpose}`)}</Tag>}
                  {note && <bdi>{note}</bdi>}
                </p>
              )}
            </div>
            <PostForm>
              <input type="hidden" name="id" value={id} />
              <SubmitButton name="intent" value="unblock" className="btn btn-s">
                {t('blocks.remove')}
                <span className="vh">
                  {' '}
                  {ad.title}, {when(start_date, start_time)}
                </span>
              </SubmitButton>
            </PostForm>
          </li>
        ))}
      </ul>
      <ListPages list={BLOCKS} found={found} />
    </Card>
  )
}

/** Why a block was refused, and the same block after what is in its way; `after` is null where that is long after. */
interface TakenTime {
  in_the_way: CalendarStay[]
  after: string | null
}

/** The conflicts in words, and what can be done: block after them, move the reservations, or type other dates. */
function Taken({ taken: { in_the_way, after } }: { taken: TakenTime }) {
  const t = useText('calendar')
  const { language } = useLanguage()
  return (
    <Note kind="warn">
      <div className="stack stack-2">
        <b>{t('taken.title')}</b>
        <InTheWay stays={in_the_way} />
        {after && (
          <p>
            <a href={pathIn(language, after)}>{t('taken.after')}</a>
          </p>
        )}
        <p>{t('taken.otherDates')}</p>
      </div>
    </Note>
  )
}

/** Blocks the vehicle, unless somebody has rented it for that time. */
async function block(context: Readonly<RouterContextProvider>, fields: FormData) {
  const { language } = context.get(siteContext)
  const { calendar } = apiOf(context).company
  return answerForm({ context, request: fields }, BlockFields, async (wanted, form) => {
    try {
      await calendar.block(wanted)
    } catch (error) {
      if (!isCallError(error, 'VEHICLE_TAKEN')) throw error
      const { ad, note: _, purpose: __, ...time } = wanted
      const { in_the_way } = await calendar.conflicts({ id: ad, ...time })
      const { data: reply } = form.refuse({ '': ['vehicle_taken'] }, 409)
      return data(
        { ...reply, taken: { in_the_way, after: afterAll(wanted, in_the_way) } satisfies TakenTime },
        { status: 409 },
      )
    }
    return { to: BLOCKS.path, said: textFor(language, 'agency')('done.block') }
  })
}

/** The address of the form with the same block, as long as it was, after the last of the conflicts. */
function afterAll({ ad, ...time }: z.infer<typeof BlockFields>, stays: readonly CalendarStay[]): string | null {
  const free = stays
    .map(({ free_from }) => free_from)
    .sort()
    .at(-1)
  if (!free) return null
  const from = slotFrom(momentOf(free))
  const moved = addDays(from.date, daysBetween(time.start_date, time.end_date))
  const end = { date: moved > from.date ? moved : addDays(from.date, 1), time: time.end_time }
  return `${BLOCKS.path}?${new URLSearchParams({ ad: String(ad), from: wallText(from), to: wallText(end) })}`
}

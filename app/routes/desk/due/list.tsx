import { BlockFields } from '#app/contract/company/calendar/blocks.ts'
import { DUE_VIEWS } from '#app/contract/company/fleet/due.ts'
import { Plate } from '#app/features/desk/plate.tsx'
import { formatDate, formatTime } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { DUE_KINDS } from '#app/rules/fleet/due.ts'
import { listAt, oneOf } from '#app/rules/search/list-address.ts'
import { FilterChips, ListPage } from '#app/ui/desk/list-page.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Money } from '#app/ui/price.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import type { Route } from './+types/list'
import { DueState, DueWhen } from './due-parts.tsx'

const DUE = listAt('/desk/due', { size: 25, filters: { view: oneOf(DUE_VIEWS), kind: oneOf(DUE_KINDS) } })

export const handle: PageHandle = { title: 'due/title', areas: ['due'], query: DUE.query }

export const loader = ({ context, url }: Route.LoaderArgs) =>
  readList(DUE, url, (asked) => apiOf(context).company.fleet.due.list(asked))

/** Blocks the proposed time. */
export async function action({ context, request }: Route.ActionArgs) {
  const t = textFor(context.get(siteContext).language, 'due')
  const placing = { at: { VEHICLE_TAKEN: { '': ['vehicle_taken'] } } }
  return answerForm(
    { context, request },
    BlockFields,
    async (block) => {
      await apiOf(context).company.calendar.block(block)
      return { to: DUE.path, said: t('blockDone') }
    },
    placing,
  )
}

type Item = Route.ComponentProps['loaderData']['results'][number]

export default function DueList({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('due')
  const { language } = useLanguage()
  const form = useReply('block', { reply: actionData?.form })
  return (
    <ListPage
      list={DUE}
      found={loaderData}
      title={t('title')}
      text={t('text')}
      filters={
        <>
          {form.summary({}).length > 0 && (
            <Note kind="warn" role="alert">
              {t('taken')}
            </Note>
          )}
          <FilterChips
            list={DUE}
            found={loaderData}
            name="view"
            label={t('view.label')}
            choices={DUE_VIEWS.map((value) => ({
              value: value === 'NEAR' ? undefined : value,
              label: t(`view.${value}`),
            }))}
          />
          <FilterChips
            list={DUE}
            found={loaderData}
            name="kind"
            label={t('kind.label')}
            scrolls
            choices={[
              { value: undefined, label: t('kind.any') },
              ...DUE_KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
            ]}
          />
        </>
      }
      empty={t('none')}
      emptyText={t('noneText')}
      rowKey={({ id }) => id}
      columns={[
        {
          head: t('vehicle'),
          whole: true,
          cell: ({ vehicle }) => (
            <a className="go" href={pathIn(language, `/desk/fleet/${vehicle.id}/due`)}>
              {vehicle.title} <Plate text={vehicle.plate} />
            </a>
          ),
        },
        { head: t('what'), labelled: true, cell: (due) => <What due={due} /> },
        { head: t('when'), labelled: true, cell: (due) => <DueWhen due={due} /> },
        {
          head: t('cost'),
          className: 'n',
          labelled: true,
          cell: ({ cost, currency }) => (cost === null ? '—' : <Money amount={cost} currency={currency} />),
        },
        { head: t('status'), far: true, cell: (due) => <DueState due={due} /> },
        { head: t('action'), whole: true, cell: (due) => <Action due={due} /> },
      ]}
    />
  )
}

function What({ due: { kind, note } }: { due: Item }) {
  const t = useText('due')
  return (
    <>
      {t(`kind.${kind}`)}
      {note && (
        <>
          <br />
          <bdi className="sm mute">{note}</bdi>
        </>
      )}
    </>
  )
}

/** Blocks the first free time for a work, or leads to the form that says it was done. */
function Action({ due: { id, vehicle, kind, is_blocked, free_time, state } }: { due: Item }) {
  const t = useText('due')
  const { language } = useLanguage()
  const done = (
    <a className="btn btn-s above" href={pathIn(language, `/desk/fleet/${vehicle.id}/due/${id}`)}>
      {t('done.link')}
      <span className="vh">
        {' '}
        {t(`kind.${kind}`)}, {vehicle.title}
      </span>
    </a>
  )
  if (!free_time || is_blocked || state === 'LATER') return done
  const when = `${formatDate(free_time.start_date, language, 'weekday')} ${formatTime(free_time.start_time, language)}–${formatTime(free_time.end_time, language)}`
  return (
    <div className="row row-s above">
      <PostForm>
        {Object.entries({ ad: vehicle.id, purpose: 'SERVICE', note: t(`kind.${kind}`), ...free_time }).map(
          ([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ),
        )}
        <SubmitButton className="btn btn-s">
          {t('block', { when })}
          <span className="vh">, {vehicle.title}</span>
        </SubmitButton>
      </PostForm>
      {done}
    </div>
  )
}

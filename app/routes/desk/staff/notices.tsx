import { useOutletContext } from 'react-router'
import { z } from 'zod'
import { Flag, PublicId } from '#app/contract/shapes/shapes.ts'
import { pathIn } from '#app/i18n/language.ts'
import { phoneIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import type { Language } from '#app/rules/constants.ts'
import { CHANNELS } from '#app/rules/messages/notifications.ts'
import { eventsFor, STAFF_EVENT_NAMES, type StaffEvent } from '#app/rules/messages/staff-notices.ts'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { FieldErrors } from '#app/ui/form/field.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { DeskFrame } from '../shell/desk-frame.ts'
import type { Route } from './+types/notices'

const PATH = '/desk/notices'

export const handle: PageHandle = {
  title: 'staff/notices.title',
  description: 'staff/notices.hint',
  areas: ['staff', 'errors'],
  noJs: true,
  query: ['person'],
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { people } = await apiOf(context).company.staff.notices({})
  const asked = url.searchParams.get('person')
  return {
    people,
    person: people.find(({ id }) => id === asked) ?? people.find(({ is_self }) => is_self) ?? people[0] ?? null,
  }
}

const boxOf = (event: StaffEvent, way: string) => `${event}_${way}`
const BOXES = STAFF_EVENT_NAMES.flatMap((event) => CHANNELS.map((way) => boxOf(event, way)))
const Ways = z.object({ id: PublicId, ...Object.fromEntries(BOXES.map((name) => [name, Flag])) })

export async function action({ context, request }: Route.ActionArgs) {
  const { staff } = apiOf(context).company
  const t = textFor(context.get(siteContext).language, 'staff')
  const save = async ({ id, ...boxes }: z.output<typeof Ways>) => {
    const ticked = boxes as Record<string, boolean>
    const { people } = await staff.notices({})
    const role = people.find((one) => one.id === id)?.role
    const choices = Object.fromEntries(
      (role ? eventsFor(role) : []).map((event) => [event, CHANNELS.filter((way) => ticked[boxOf(event, way)])]),
    )
    await staff.setNotices({ id, choices })
    return { to: `${PATH}?person=${id}`, said: t('notices.done') }
  }
  return answerForm({ context, request }, Ways, save, { rename: (name) => name.replace('choices.', '') })
}

type Person = NonNullable<Route.ComponentProps['loaderData']['person']>

/** The settings of who on the staff is notified of what, and by which channel. */
export default function Notices({ loaderData: { people, person }, actionData }: Route.ComponentProps) {
  const t = useText('staff')
  const desk = useText('desk')
  const { language } = useLanguage()
  const { role } = useOutletContext<DeskFrame>()
  return (
    <>
      <div className="head">
        <h1>{t('notices.title')}</h1>
        <p className="soft">{t('notices.hint')}</p>
      </div>
      <div className="stack">
        {people.length > 1 && (
          <Card id="people" title={t('notices.people')}>
            <ul className="row row-s">
              {people.map((one) => (
                <li key={one.id}>
                  <a
                    className="btn btn-s"
                    href={`${pathIn(language, PATH)}?person=${one.id}`}
                    aria-current={one.id === person?.id ? 'true' : undefined}
                  >
                    {nameOf(one, language)} · {desk(`role.${one.role}`)}
                  </a>
                </li>
              ))}
            </ul>
          </Card>
        )}
        {person && <WaysForm key={person.id} person={person} reply={actionData?.form} />}
        {role === 'OWNER' && (
          <p>
            <a href={pathIn(language, '/desk/staff')}>{desk('nav.staff')}</a>
          </p>
        )}
      </div>
    </>
  )
}

function WaysForm({ person, reply }: { person: Person; reply?: FormReply }) {
  const t = useText('staff')
  const { language } = useLanguage()
  const { id, role, choices, reached_by, is_chosen } = person
  const events = eventsFor(role)
  const typed = reply?.initialValue?.id === id ? reply : undefined
  const form = useReply('ways', {
    reply: typed,
    initial: Object.fromEntries(
      events.flatMap((event) => (choices[event] ?? []).map((way) => [boxOf(event, way), 'on'] as const)),
    ),
  })
  const labels = Object.fromEntries(events.map((event) => [event, t(`notices.${event}`)]))
  const away = CHANNELS.filter((way) => !reached_by.includes(way)).map((way) => t(`notices.way.${way}`))
  return (
    <PostForm {...form.props} className="card stack" aria-labelledby="ways-title">
      <h2 id="ways-title">{t('notices.of', { name: nameOf(person, language) })}</h2>
      {!is_chosen && <p className="soft">{t('notices.usual')}</p>}
      {away.length > 0 && <p className="soft">{t('notices.unreached', { ways: away.join(t('notices.and')) })}</p>}
      <ErrorSummary id="ways-errors" entries={form.summary(labels)} />
      <input type="hidden" name="id" value={id} />
      {events.map((event) => (
        <fieldset
          key={event}
          id={`ways-${event}`}
          tabIndex={-1}
          className="stack stack-2"
          aria-describedby={form.fieldErrors(event) ? `ways-${event}-error` : undefined}
        >
          <legend>{labels[event]}</legend>
          <div className="row">
            {CHANNELS.map((way) => (
              <Checkbox
                key={way}
                id={`ways-${boxOf(event, way)}`}
                name={boxOf(event, way)}
                checked={form.isChosen(boxOf(event, way))}
              >
                {t(`notices.way.${way}`)}
              </Checkbox>
            ))}
          </div>
          <FieldErrors id={`ways-${event}`} fieldErrors={form.fieldErrors(event)} />
        </fieldset>
      ))}
      <div>
        <SubmitButton>{t('notices.save')}</SubmitButton>
      </div>
    </PostForm>
  )
}

function nameOf({ name, phone }: Pick<Person, 'name' | 'phone'>, language: Language): string {
  return name ?? phoneIn(language, phone)
}

import { hasWrittenReason, useEventTitle } from '#app/features/reservation/event-title.ts'
import { commaOf } from '#app/i18n/format/comma.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Card } from '#app/ui/card.tsx'
import { type ReplyForm, SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { DeskOne } from './own.server.ts'

/** The history of the reservation with times and actors. */
export function HistoryCard({ one: { events, city } }: { one: DeskOne }) {
  const t = useText('desk')
  const { language } = useLanguage()
  const titleOf = useEventTitle()
  return (
    <Card id="history" title={t('one.history')} className="stack">
      <ol className="line">
        {events.map((event) => (
          <li key={`${event.at} ${event.status}`} className="done">
            <b>{titleOf(event)}</b>{' '}
            <small>
              <time dateTime={event.at}>{formatInstant(new Date(event.at), city.zone, language, 'weekday')}</time>
              {commaOf(language)}
              <bdi>{event.by ?? t(`actor.${event.actor as 'SYSTEM'}`)}</bdi>
              {hasWrittenReason(event) && (
                <>
                  : <bdi>{event.reason}</bdi>
                </>
              )}
            </small>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** Notes between colleagues. Drivers may read them. */
export function NotesCard({ one: { notes, city }, form }: { one: DeskOne; form: ReplyForm }) {
  const t = useText('desk')
  const { language } = useLanguage()
  return (
    <Card id="notes" title={t('one.notes')} className="stack">
      {notes.map(({ id, body, by, at }) => (
        <p key={id} className="sm">
          <bdi>{body}</bdi>{' '}
          <span className="mute">
            <bdi>{by}</bdi>
            {by && commaOf(language)}
            {formatInstant(new Date(at), city.zone, language, 'short')}
          </span>
        </p>
      ))}
      <PostForm {...form.props} className="stack stack-2">
        <TextField {...form.field('body')} label={t('one.note')} hint={t('one.noteHint')} maxLength={1000} required />
        <div>
          <SubmitButton name="intent" value="note" className="btn btn-s">
            {t('one.addNote')}
          </SubmitButton>
        </div>
      </PostForm>
    </Card>
  )
}

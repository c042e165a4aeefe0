import { commaOf } from '#app/i18n/format/comma.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { NO_SHOW } from '#app/rules/reservation/reservation-status.ts'
import { Card } from '#app/ui/card.tsx'
import { type ReplyForm, SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { DeskOne } from './own.server.ts'

type Event = DeskOne['events'][number]

/** What happened when and by whom. */
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
              {isWritten(event) && (
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

function useEventTitle(): (event: Event) => string {
  const t = useText('desk')
  const voucher = useText('voucher')
  const { language } = useLanguage()
  const plate = (text: string) => `\u2068${localDigits(text, language)}\u2069`
  return ({ status, reason, moved }) => {
    if (moved) return t('event.moved', { from: plate(moved.from), to: plate(moved.to) })
    if (status === 'AWAITING_PAYMENT') return t('event.reserved')
    if (reason === 'changed') return t('event.changed')
    if (reason === 'undone') return `${t('event.undone')}: ${voucher(`status.${status}`)}`
    if (reason === NO_SHOW) return t('event.noShow')
    return voucher(`status.${status}`)
  }
}

/** What a person wrote; other reasons are codes. */
function isWritten({ actor, reason }: Event): boolean {
  return reason !== null && actor !== 'SYSTEM' && !['changed', 'undone', NO_SHOW].includes(reason)
}

/** What colleagues leave for each other. Drivers may read it. */
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

import { formatTime } from '#app/i18n/format/dates.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { localOf } from '#app/rules/time/rental-time.ts'
import { Card } from '#app/ui/card.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { DeskOne } from '../own.server.ts'

/** Takes back a booking of staff that was a mistake, for the first minutes after it. */
export function UndoBookingCard({
  one,
  until,
  reply,
}: {
  one: DeskOne
  until: string
  reply: FormReply | null | undefined
}) {
  const t = useText('counter')
  const { language } = useLanguage()
  const isOwn = reply?.initialValue?.intent === 'undo_booking'
  const form = useReply('undo-booking', { reply: isOwn ? reply : undefined })
  const time = formatTime(localOf(new Date(until), one.city.zone).time, language)
  return (
    <Card id="undo-booking-card" title={t('undoTitle')} className="stack">
      <p className="sm soft">{t('undoText', { time })}</p>
      <PostForm {...form.props} className="row row-s" aria-label={t('undoSubmit')}>
        <TextField {...form.field('reason')} label={t('undoReason')} maxLength={500} />
        <SubmitButton name="intent" value="undo_booking" className="btn btn-s">
          {t('undoSubmit')}
        </SubmitButton>
      </PostForm>
    </Card>
  )
}

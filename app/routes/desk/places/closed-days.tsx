import type { z } from 'zod'
import type { DeskHours } from '#app/contract/company/places/hours.ts'
import { formatDate, formatRange, formatTime } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'

type Hours = z.infer<typeof DeskHours>
type Closed = Hours['closed'][number]

/** The closed days, with the reservations that fall on them. */
export function ClosedDays({ closed }: { closed: readonly Closed[] }) {
  const t = useText('hours')
  return (
    <Card id="closed" title={t('closed.title')} className="stack">
      <p className="soft">{t('closed.hint')}</p>
      {closed.length === 0 && <p>{t('closed.none')}</p>}
      {closed.length > 0 && (
        <ul className="stack">
          {closed.map((one) => (
            <ClosedRange key={one.id} closed={one} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function ClosedRange({ closed }: { closed: Closed }) {
  const t = useText('hours')
  const { language } = useLanguage()
  const when = useWhen(closed)
  const why = useReason(closed)
  return (
    <li className="stack stack-2">
      <div className="row between">
        <div>
          <b>{when}</b>
          <p className="sm soft">
            {[why, closed.place ?? t('closed.all'), closed.by_moon && t('closed.byMoon')].filter(Boolean).join(' · ')}
          </p>
        </div>
        <PostForm>
          <input type="hidden" name="id" value={closed.id} />
          <SubmitButton name="intent" value="open" className="btn btn-s">
            {t('closed.open')} <span className="vh">{when}</span>
          </SubmitButton>
        </PostForm>
      </div>
      {closed.affected_count > 0 && (
        <Note kind="warn">
          <p>{t('closed.affected', { n: closed.affected_count })}</p>
          <ul>
            {closed.affected.map(({ id, number, fullname, side, date, time }) => (
              <li key={`${id}${side}`}>
                <a href={pathIn(language, `/desk/reservations/${id}`)}>
                  <bdi>{localDigits(number, language)}</bdi> {fullname}
                </a>{' '}
                {t(`closed.${side}`)} {formatDate(date, language, 'weekday')} {formatTime(time, language)}
              </li>
            ))}
          </ul>
          {closed.affected_count > closed.affected.length && (
            <p>{t('closed.more', { n: closed.affected_count - closed.affected.length })}</p>
          )}
        </Note>
      )}
    </li>
  )
}

function useWhen({ starts_on, ends_on }: Closed): string {
  const t = useText('hours')
  const { language } = useLanguage()
  if (starts_on === ends_on) return formatDate(starts_on, language, 'full')
  return t('closed.span', formatRange({ start: starts_on, end: ends_on }, language))
}

function useReason({ holiday, reason }: Closed): string | null {
  const t = useText('hours')
  const name = `name.${holiday}`
  return holiday && t.has(name) ? t.loose(name) : reason
}

/** Closes a place, or all places, from one day to another. */
export function NewClosedDays({
  places,
  today,
  reply,
}: {
  places: Hours['places']
  today: CalendarDate
  reply?: FormReply
}) {
  const t = useText('hours')
  const { language } = useLanguage()
  const form = useReply('close', { reply })
  const labels = {
    start_date: t('closed.start'),
    end_date: t('closed.end'),
    place: t('closed.where'),
    reason: t('closed.reason'),
  }
  const example = formatDate(today, language, 'numeric')
  return (
    <PostForm {...form.props} className="card stack" aria-labelledby="close-title">
      <h2 id="close-title">{t('closed.add')}</h2>
      <ErrorSummary id="close-errors" entries={form.summary(labels)} />
      <div className="fields">
        <TextField {...form.field('start_date')} label={labels.start_date} hint={example} maxLength={20} />
        <TextField {...form.field('end_date')} label={labels.end_date} hint={example} maxLength={20} />
        <SelectField
          {...form.field('place')}
          label={labels.place}
          options={[
            { value: '', label: t('closed.all') },
            ...places.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <TextField {...form.field('reason')} label={labels.reason} hint={t('closed.reasonHint')} maxLength={80} />
      </div>
      <div>
        <SubmitButton name="intent" value="close">
          {t('closed.submit')}
        </SubmitButton>
      </div>
    </PostForm>
  )
}

/** Closes on all public holidays of a year. */
export function Holidays({ holidays: { years }, reply }: { holidays: Hours['holidays']; reply?: FormReply }) {
  const t = useText('hours')
  const { language } = useLanguage()
  const form = useReply('holidays', { reply, initial: { year: String(years[0]) } })
  const labels = { year: t('holidays.year') }
  if (years.length === 0) {
    return (
      <Card id="holidays-none" title={t('holidays.title')}>
        <p className="soft">{t('holidays.none')}</p>
      </Card>
    )
  }
  return (
    <PostForm {...form.props} className="card stack" aria-labelledby="holidays-title">
      <h2 id="holidays-title">{t('holidays.title')}</h2>
      <p className="soft">{t('holidays.hint')}</p>
      <ErrorSummary id="holidays-errors" entries={form.summary(labels)} />
      <SelectField
        {...form.field('year')}
        label={labels.year}
        options={years.map((year) => ({ value: String(year), label: localDigits(year, language) }))}
      />
      <div>
        <SubmitButton name="intent" value="holidays">
          {t('holidays.add')}
        </SubmitButton>
      </div>
    </PostForm>
  )
}

import type { z } from 'zod'
import type { DeskHours } from '#app/contract/company/places/hours.ts'
import { weekdayNames } from '#app/i18n/format/dates.ts'
import { periodsText, weekText } from '#app/i18n/format/opening-hours.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { isAlwaysOpen, type Week } from '#app/rules/time/opening-hours.ts'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { DAY_FIELDS } from './hours-fields.ts'

type Place = z.infer<typeof DeskHours>['places'][number]

const FORM = 'week'

/** Every place with its hours and a link to its form. */
export function WeekList({ places, place }: { places: readonly Place[]; place: number | undefined }) {
  const t = useText('hours')
  const { language } = useLanguage()
  return (
    <Card id="places" title={t('week.title')}>
      <ul className="stack">
        {places.map((one) => (
          <li key={one.id} className="row between">
            <div>
              <b>{one.name}</b> <span className="soft">{one.city}</span>
              <p className="sm">
                {isAlwaysOpen(one) ? t('week.always') : weekText(weekOf(one), language, t('week.shut'))}
              </p>
            </div>
            <a
              className="btn btn-s"
              href={`${pathIn(language, '/desk/company/hours')}?place=${one.id}#${FORM}`}
              aria-current={one.id === place ? 'true' : undefined}
            >
              {t('week.edit')} <span className="vh">{one.name}</span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/**
 * A field for each day, from the first day of the week in the page's language; its text is a list of periods, as people
 * write hours.
 */
export function WeekForm({ place, hasOthers, reply }: { place: Place; hasOthers: boolean; reply?: FormReply }) {
  const t = useText('hours')
  const { language } = useLanguage()
  const week = weekOf(place)
  const initial = Object.fromEntries(DAY_FIELDS.map((name, day) => [name, periodsText(week[day] ?? [], language)]))
  const form = useReply(FORM, { reply, initial: { ...initial, place: String(place.id) } })
  const days = weekdayNames(language).map(({ weekday, long }) => ({ name: DAY_FIELDS[(weekday + 6) % 7] ?? '', long }))
  const labels = Object.fromEntries(days.map(({ name, long }) => [name, long]))
  return (
    <PostForm {...form.props} key={place.id} className="card stack" aria-labelledby="week-title">
      <h2 id="week-title">{t('week.of', { name: place.name })}</h2>
      <p className="hint" id="week-hint">
        {t('week.hint')}
      </p>
      <ErrorSummary id="week-errors" entries={form.summary(labels)} />
      <input type="hidden" name="place" value={form.value('place')} />
      <div className="fields">
        {days.map(({ name, long }) => (
          <TextField key={name} {...form.field(name)} label={long} maxLength={100} autoComplete="off" />
        ))}
      </div>
      {hasOthers && (
        <Checkbox id="week-all" name="all" checked={form.isChosen('all')}>
          {t('week.all')}
        </Checkbox>
      )}
      <div>
        <SubmitButton name="intent" value="week">
          {t('week.save')}
        </SubmitButton>
      </div>
    </PostForm>
  )
}

/** All seven days of a place that has the same hours every day. */
function weekOf({ opens_at, closes_at, week }: Place): Week {
  return week ?? DAY_FIELDS.map(() => [[opens_at, closes_at]])
}

import type { z } from 'zod'
import type { PriceSettings } from '#app/contract/company/prices/prices.ts'
import { ALL_UNITS, AllUnits } from '#app/features/desk/all-units.tsx'
import { formatDate } from '#app/i18n/format/dates.ts'
import { formatNumber, formatPercent } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'
import { ColumnTable } from '#app/ui/desk/column-table.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'

type Settings = z.infer<typeof PriceSettings>
type Season = Settings['own']['seasons'][number]

const FORM = 'season'

/** The seasons, for whoever may change them each with buttons to edit and delete it, and a form for one. */
export function Seasons({
  settings: { own, inherited, vehicle },
  path,
  season,
  today,
  mayChange,
  reply,
}: {
  settings: Settings
  path: string
  season: Season | null
  today: CalendarDate
  mayChange: boolean
  reply?: FormReply
}) {
  const t = useText('prices')
  const units = vehicle?.units ?? 1
  return (
    <section className="card stack" aria-labelledby="seasons">
      <h2 id="seasons">{t('seasons.title')}</h2>
      <p className="soft">{t('seasons.hint')}</p>
      {own.seasons.length === 0 && <p>{t('seasons.none')}</p>}
      {own.seasons.length > 0 && (
        <SeasonTable label={t('seasons.title')} seasons={own.seasons} units={units} {...(mayChange && { path })} />
      )}
      {mayChange && own.seasons.length > 0 && units > 1 && (
        <p className="sm soft">{t('seasons.dropAll', { n: units })}</p>
      )}
      {inherited && inherited.seasons.length > 0 && (
        <>
          <h3>{t('seasons.inherited')}</h3>
          <p className="soft">{t('seasons.inheritedHint')}</p>
          <SeasonTable label={t('seasons.inherited')} seasons={inherited.seasons} />
        </>
      )}
      {mayChange && <SeasonForm path={path} season={season} today={today} units={units} reply={reply} />}
    </section>
  )
}

/** Without a path the seasons are read-only: the company's on a vehicle's page, and all for staff who are no owners. */
function SeasonTable({
  label,
  seasons,
  path,
  units = 1,
}: {
  label: string
  seasons: readonly Season[]
  path?: string
  units?: number
}) {
  const t = useText('prices')
  const { language } = useLanguage()
  const date = (day: CalendarDate) => formatDate(day, language, 'long')
  return (
    <ColumnTable
      label={label}
      rows={seasons}
      rowKey={({ id }) => id}
      columns={[
        { head: t('season.name'), whole: true, cell: ({ name }) => <b>{name}</b> },
        { head: t('season.start'), labelled: true, second: true, cell: ({ starts_on }) => date(starts_on) },
        { head: t('season.end'), labelled: true, far: true, cell: ({ ends_on }) => date(ends_on) },
        { head: t('season.percent'), labelled: true, cell: ({ percent }) => formatPercent(percent, language) },
        {
          head: t('season.min'),
          labelled: true,
          cell: ({ min_days }) => (min_days === null ? '–' : formatNumber(min_days, language)),
        },
        path !== undefined && {
          head: t('season.edit'),
          hidesHead: true,
          whole: true,
          cell: (season) => <SeasonButtons {...{ season, path, units }} />,
        },
      ]}
    />
  )
}

function SeasonButtons({ season: { id, name }, path, units }: { season: Season; path: string; units: number }) {
  const t = useText('prices')
  const { language } = useLanguage()
  return (
    <div className="row">
      <a className="btn btn-s" href={`${pathIn(language, path)}?season=${id}#${FORM}`}>
        {t('season.edit')} <span className="vh">{name}</span>
      </a>
      <PostForm as="form" action={pathIn(language, path)}>
        <input type="hidden" name="id" value={id} />
        {units > 1 && <input type="hidden" name="all_units" value="on" />}
        <SubmitButton name="intent" value="drop" className="btn btn-s">
          {t('season.drop')} <span className="vh">{name}</span>
        </SubmitButton>
      </PostForm>
    </div>
  )
}

function SeasonForm({
  path,
  season,
  today,
  units,
  reply,
}: {
  path: string
  season: Season | null
  today: CalendarDate
  units: number
  reply?: FormReply
}) {
  const t = useText('prices')
  const { language } = useLanguage()
  const numeric = (day: CalendarDate) => formatDate(day, language, 'numeric')
  const form = useReply(FORM, {
    reply,
    initial: season
      ? {
          ...ALL_UNITS,
          id: String(season.id),
          name: season.name,
          start_date: numeric(season.starts_on),
          end_date: numeric(season.ends_on),
          percent: formatNumber(season.percent, language),
          min_days: season.min_days === null ? undefined : formatNumber(season.min_days, language),
        }
      : ALL_UNITS,
  })
  const id = form.value('id')
  const labels = {
    name: t('season.name'),
    start_date: t('season.start'),
    end_date: t('season.end'),
    percent: t('season.percent'),
    min_days: t('season.min'),
  }
  const hint = t('season.dateHint', { example: numeric(today) })
  return (
    <PostForm {...form.props} className="stack" aria-labelledby="season-title">
      <h3 id="season-title">{id ? t('season.change') : t('season.add')}</h3>
      <ErrorSummary id="season-errors" entries={form.summary(labels)} />
      {id && <input type="hidden" name="id" value={id} />}
      <div className="fields">
        <TextField {...form.field('name')} label={labels.name} maxLength={60} required />
        <TextField {...form.field('start_date')} label={labels.start_date} hint={hint} maxLength={20} required />
        <TextField {...form.field('end_date')} label={labels.end_date} hint={hint} maxLength={20} required />
        <TextField {...form.field('percent')} label={labels.percent} maxLength={8} required />
        <TextField {...form.field('min_days')} label={labels.min_days} inputMode="numeric" maxLength={8} />
      </div>
      <AllUnits form={form} units={units} />
      <div className="row">
        <SubmitButton name="intent" value="season">
          {t('season.save')}
        </SubmitButton>
        {id && <a href={`${pathIn(language, path)}#seasons`}>{t('season.leave')}</a>}
      </div>
    </PostForm>
  )
}

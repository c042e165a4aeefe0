import { weekdayNames } from '#app/i18n/format/dates.ts'
import { formatNumber, localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { WHOLE_UNIT } from '#app/rules/constants.ts'
import { TIERS } from '#app/rules/money/price.ts'
import type { CalendarDate } from '#app/rules/time/calendar-date.ts'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { Tag } from '#app/ui/tag.tsx'
import type { PricesData } from './prices-page.tsx'
import { useLengths } from './tiers-form.tsx'

const THOUSAND = 1000
const DECIMALS = 3

/** A month of prices as travellers pay them, and the form that chooses another month, length or vehicle. */
export function Preview({
  settings: { vehicle },
  samples,
  shown,
  month,
  months,
  length,
  preview,
  path,
}: PricesData & { path: string }) {
  const t = useText('prices')
  const { language } = useLanguage()
  const lengths = useLengths()
  const listed = months.some(({ first }) => first === month.first) ? months : [month, ...months]
  return (
    <section className="card stack stack-2" aria-labelledby="preview">
      <h2 id="preview">{t('preview.title')}</h2>
      {preview ? (
        <>
          <form className="fields" action={`${pathIn(language, path)}#preview`}>
            <SelectField
              id="preview-month"
              name="month"
              label={t('preview.month')}
              defaultValue={month.first}
              options={listed.map(({ first, title }) => ({ value: first, label: title }))}
            />
            <SelectField
              id="preview-length"
              name="length"
              label={t('preview.length')}
              defaultValue={String(length)}
              options={TIERS.map(({ fromDays }) => ({ value: String(fromDays), label: lengths(fromDays) }))}
            />
            {!vehicle && (
              <SelectField
                id="preview-vehicle"
                name="vehicle"
                label={t('preview.vehicle')}
                defaultValue={String(shown)}
                options={samples.map(({ id, title }) => ({
                  value: String(id),
                  label: `${title} · ${localDigits(String(id), language)}`,
                }))}
              />
            )}
            <div className="field">
              <button type="submit" className="btn">
                {t('preview.show')}
              </button>
            </div>
          </form>
          <Fares
            {...{ month, preview, length }}
            title={vehicle?.title ?? samples.find(({ id }) => id === shown)?.title ?? ''}
          />
          <p className="sm mute">{t('preview.note')}</p>
        </>
      ) : (
        <p>{t('preview.none')}</p>
      )}
    </section>
  )
}

function Fares({
  month,
  preview,
  length,
  title,
}: Pick<PricesData, 'month' | 'length'> & { preview: NonNullable<PricesData['preview']>; title: string }) {
  const t = useText('prices')
  const { language } = useLanguage()
  const lengths = useLengths()
  const { currency, days } = preview
  const byDate = new Map(days.map((day) => [day.date, day]))
  const unit = currency === 'IRT' ? THOUSAND : WHOLE_UNIT.EUR
  const words = { month: month.title, title, length: lengths(length) }
  const seasons = [...new Set(days.flatMap(({ season }) => season ?? []))]
  return (
    <>
      <table className="fares">
        <caption className="b">
          {currency === 'IRT' ? t('preview.caption', words) : t('preview.captionEuro', words)}
        </caption>
        <thead>
          <tr>
            {weekdayNames(language).map(({ weekday, long, narrow }) => (
              <th key={weekday} scope="col" abbr={long}>
                <span aria-hidden="true">{narrow}</span>
                <span className="vh">{long}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {month.weeks.map((week) => (
            <tr key={week[0]?.iso}>
              {week.map(({ iso, label }) => (
                <Fare key={iso} date={iso} label={label} day={byDate.get(iso)} unit={unit} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="row row-s sm">
        {seasons.map((season) => (
          <li key={season}>
            <Tag kind="pin">{season}</Tag>
          </li>
        ))}
        {days.some(({ weekday }) => weekday) && (
          <li>
            <Tag kind="info">{t('preview.weekday')}</Tag>
          </li>
        )}
        {days.some(({ taken }) => taken) && <li className="mute">{t('preview.takenHint')}</li>}
        {days.some(({ allowed }) => !allowed) && <li className="mute">{t('preview.shortHint')}</li>}
      </ul>
    </>
  )
}

/** Words for people who cannot see the colour or the sign. */
function Fare({
  date,
  label,
  day,
  unit,
}: {
  date: CalendarDate
  label: string
  day: NonNullable<PricesData['preview']>['days'][number] | undefined
  unit: number
}) {
  const t = useText('prices')
  const { language } = useLanguage()
  if (!day) return <td />
  const { season, weekday, taken, allowed, price } = day
  return (
    <td className={season ? 'a' : weekday ? 'w' : undefined}>
      <span className="mute">
        <time dateTime={date}>{label}</time>
        {taken && (
          <>
            {' '}
            •<span className="vh"> {t('preview.taken')}</span>
          </>
        )}
        {!allowed && (
          <>
            {' '}
            ×<span className="vh"> {t('preview.short')}</span>
          </>
        )}
        {season && <span className="vh"> {season}</span>}
        {weekday && <span className="vh"> {t('preview.weekday')}</span>}
      </span>
      <b className="n">{formatNumber(price / unit, language, DECIMALS)}</b>
    </td>
  )
}

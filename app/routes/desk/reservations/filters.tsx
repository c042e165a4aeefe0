import { DayFields } from '#app/features/desk/day-fields.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'

type Typed = Record<string, string | undefined>

/** Filters by date, place and vehicle, collapsed until they are used. */
export function Filters({
  typed,
  places,
  clear,
}: {
  typed: Typed
  places: readonly { id: number; name: string }[]
  clear: string
}) {
  const t = useText('desk')
  const { language } = useLanguage()
  const isUsed = Boolean(typed.from || typed.to || typed.place || typed.vehicle)
  return (
    <details open={isUsed}>
      <summary className="chip">{t('list.filters')}</summary>
      <form className="card stack" action={pathIn(language, '/desk/reservations')}>
        {(['q', 'list', 'order', 'counted', 'source'] as const).map(
          (name) => typed[name] && <input key={name} type="hidden" name={name} value={typed[name]} />,
        )}
        <div className="fields">
          <DayFields from={typed.from} to={typed.to} />
          <SelectField
            id="place"
            name="place"
            label={t('list.place')}
            defaultValue={typed.place}
            options={[
              { value: '', label: t('list.anyPlace') },
              ...places.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
          <TextField
            id="vehicle"
            name="vehicle"
            label={t('list.vehicle')}
            defaultValue={typed.vehicle}
            inputMode="numeric"
            maxLength={10}
          />
        </div>
        <div className="row">
          <button type="submit" className="btn btn-go">
            {t('list.apply')}
          </button>
          {isUsed && <a href={clear}>{t('list.clear')}</a>}
        </div>
      </form>
    </details>
  )
}

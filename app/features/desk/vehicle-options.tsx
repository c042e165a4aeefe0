import { localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { FieldGroup } from '#app/ui/form/field.tsx'
import type { ReplyForm } from '#app/ui/form/form.tsx'
import { OptionCard } from '#app/ui/form/option-card.tsx'
import { Plate } from './plate.tsx'

interface OtherVehicle {
  id: number
  title: string
  year: number
  plate: string | null
  /** The same vehicle in all but the plate. */
  alike: boolean
  /** A model that costs more, for the booked price. */
  better: boolean
}

/** The vehicles that a reservation could get instead of its own, to choose one in the field `ad`. */
export function VehicleOptions({ form, vehicles }: { form: ReplyForm; vehicles: readonly OtherVehicle[] }) {
  const t = useText('desk')
  const { language } = useLanguage()
  return (
    <FieldGroup
      id="move-ad"
      label={t('move.choose')}
      hint={t('move.hint')}
      fieldErrors={form.fieldErrors('ad')}
      className="stack stack-2"
    >
      {vehicles.map(({ id, title, year, plate, alike, better }) => (
        <OptionCard
          key={id}
          name="ad"
          value={String(id)}
          checked={form.isChosen('ad', String(id))}
          title={title}
          detail={
            alike
              ? t('move.alike')
              : t(better ? 'move.better' : 'move.model', { year: localDigits(String(year), language) })
          }
          end={plate ? <Plate text={plate} /> : t('move.noPlate', { id: localDigits(String(id), language) })}
        />
      ))}
    </FieldGroup>
  )
}

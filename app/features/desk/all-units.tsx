import { useText } from '#app/i18n/text/text.tsx'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import type { ReplyForm } from '#app/ui/form/form.tsx'

/** The initial value of a vehicle's form when there are other units of the same kind. */
export const ALL_UNITS = { all_units: 'on' } as const

/** A checkbox to save a change for all units of the vehicle's kind; nothing when it is the only one. */
export function AllUnits({ form, units }: { form: ReplyForm; units: number }) {
  const t = useText('desk')
  if (units < 2) return null
  const { id, name } = form.field('all_units')
  return (
    <Checkbox id={id} name={name} checked={form.isChosen('all_units')}>
      {t('fleet.allUnits', { n: units })}
    </Checkbox>
  )
}

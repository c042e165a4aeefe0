import { useText } from '#app/i18n/text/text.tsx'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import type { ReplyForm } from '#app/ui/form/form.tsx'

/** What a form of one vehicle begins with where it has others of its kind. */
export const ALL_UNITS = { all_units: 'on' } as const

/** Whether what is saved of a vehicle is meant for all of its kind; nothing where it is the only one. */
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

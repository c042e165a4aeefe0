import { useText } from '#app/i18n/text/text.tsx'
import type { LicenceState } from '#app/rules/reservation/check-in/licence.ts'
import type { PartState } from '#app/rules/reservation/check-in/readiness.ts'
import { BirthDateField } from '#app/ui/form/date-field.tsx'
import type { ReplyForm } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { StateTag } from './parts.tsx'

/** How a driver's licence is shown: as the part of check-in in this state. */
export const DRIVER_TAGS: Record<LicenceState, PartState> = {
  DRAFT: 'OPEN',
  SENT: 'WAITING',
  CONFIRMED: 'DONE',
  REFUSED: 'REFUSED',
}

/** Who drives, too, and how far their licences are. */
export function DriverNames({
  drivers,
}: {
  drivers: readonly { id: string; fullname: string; state: LicenceState }[]
}) {
  if (drivers.length === 0) return null
  return (
    <ul className="stack stack-1">
      {drivers.map(({ id, fullname, state }) => (
        <li key={id} className="row between">
          <bdi>{fullname}</bdi> <StateTag state={DRIVER_TAGS[state]} />
        </li>
      ))}
    </ul>
  )
}

/** Names of a driver's fields, for the error summary. */
export function useDriverLabels() {
  const t = useText('checkin')
  return {
    fullname: t('drivers.name'),
    date_of_birth: t('drivers.born'),
    number: t('licence.number'),
    valid_until: t('licence.until'),
  }
}

/** What is typed of a further driver. */
export function DriverFields({ form }: { form: ReplyForm }) {
  const t = useText('checkin')
  const labels = useDriverLabels()
  return (
    <>
      <TextField {...form.field('fullname')} label={labels.fullname} maxLength={120} autoComplete="off" required />
      <BirthDateField {...form} label={labels.date_of_birth} required />
      <TextField {...form.field('number')} label={labels.number} dir="ltr" maxLength={30} autoComplete="off" required />
      <BirthDateField {...form} name="valid_until" label={labels.valid_until} hint={t('licence.untilHint')} required />
    </>
  )
}

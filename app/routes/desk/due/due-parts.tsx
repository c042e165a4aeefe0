import type { z } from 'zod'
import type { Due } from '#app/contract/company/fleet/due.ts'
import { formatDate } from '#app/i18n/format/dates.ts'
import { unitOf } from '#app/i18n/format/money.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { DUE_KINDS } from '#app/rules/fleet/due.ts'
import type { ReplyForm } from '#app/ui/form/form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Tag } from '#app/ui/tag.tsx'

type Item = z.infer<typeof Due>

/** By which day, at which reading, and when that is expected. */
export function DueWhen({ due: { due_on, due_km, expected_on } }: { due: Item }) {
  const t = useText('due')
  const { language } = useLanguage()
  const day = (date: string) => formatDate(date, language, 'weekday')
  return (
    <>
      {due_on && <span>{t('by', { date: day(due_on) })}</span>}
      {due_on && due_km && <br />}
      {due_km && <span>{t('atKm', { km: formatNumber(due_km, language) })}</span>}
      {due_km && expected_on && (
        <>
          <br />
          <span className="sm mute">{t('expected', { date: day(expected_on) })}</span>
        </>
      )}
    </>
  )
}

const KINDS = { PASSED: 'bad', SOON: 'warn', LATER: 'ok' } as const

/** How near it is, whether it closes the hand-over, and whether its time is blocked. */
export function DueState({ due: { state, closes_hand_over, is_blocked } }: { due: Item }) {
  const t = useText('due')
  if (closes_hand_over)
    return (
      <Tag kind="bad" icon="alert">
        {t('closed')}
      </Tag>
    )
  if (is_blocked && state !== 'LATER')
    return (
      <Tag kind="ok" icon="check">
        {t('blocked')}
      </Tag>
    )
  return <Tag kind={KINDS[state]}>{t(`state.${state}`)}</Tag>
}

/** Some day, as an example of how days may be typed. */
const EXAMPLE = '2026-12-03'

/** The names of the fields of something that falls due. */
export function useDueLabels(currency: CurrencyCode) {
  const t = useText('due')
  const { language } = useLanguage()
  return {
    kind: t('kind.label'),
    due_on: t('add.on'),
    due_km: t('add.km'),
    cost: t('add.cost', { unit: unitOf(currency, language) }),
    note: t('add.note'),
  }
}

/** The fields of something that falls due. */
export function DueInputs({ form, labels }: { form: ReplyForm; labels: ReturnType<typeof useDueLabels> }) {
  const t = useText('due')
  const desk = useText('desk')
  const { language } = useLanguage()
  return (
    <>
      <div className="fields">
        <SelectField
          {...form.field('kind')}
          label={labels.kind}
          options={DUE_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        <TextField
          {...form.field('due_on')}
          label={labels.due_on}
          hint={desk('list.dayHint', { example: formatDate(EXAMPLE, language, 'numeric') })}
          maxLength={20}
        />
        <TextField {...form.field('due_km')} label={labels.due_km} inputMode="numeric" maxLength={12} optional />
        <TextField {...form.field('cost')} label={labels.cost} inputMode="decimal" maxLength={30} optional />
      </div>
      <TextField {...form.field('note')} label={labels.note} maxLength={200} optional />
    </>
  )
}

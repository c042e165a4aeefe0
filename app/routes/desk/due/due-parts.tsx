import type { z } from 'zod'
import type { Due } from '#app/contract/company/fleet/due.ts'
import { formatDate } from '#app/i18n/format/dates.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
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

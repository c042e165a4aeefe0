import type { z } from 'zod'
import type { Arrival, Readiness } from '#app/contract/reservations/check-in.ts'
import { commaOf } from '#app/i18n/format/comma.ts'
import { formatTime } from '#app/i18n/format/dates.ts'
import { isolated } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { PartState } from '#app/rules/reservation/check-in/readiness.ts'
import type { IconName } from '#app/ui/brand/icon.tsx'
import { Tag } from '#app/ui/tag.tsx'
import '../../../styles/check-in.css'

type Ready = z.infer<typeof Readiness>

/** How many of the parts are done. */
export function doneOf({ parts }: Pick<Ready, 'parts'>): number {
  return parts.filter(({ state }) => state === 'DONE').length
}

const BARS: Record<PartState, string | undefined> = {
  DONE: 'on',
  WAITING: 'half',
  OPEN: undefined,
  REFUSED: undefined,
  AT_DESK: undefined,
}

/** The parts of readiness as a bar, with its sentence for who does not see it. */
export function ReadyBar({ ready }: { ready: Pick<Ready, 'parts'> }) {
  const t = useText('checkin')
  return (
    <div className="readiness" role="img" aria-label={t('bar', { done: doneOf(ready), all: ready.parts.length })}>
      {ready.parts.map(({ part, state }) => (
        <i key={part} className={BARS[state]} />
      ))}
    </div>
  )
}

/** In a word: ready, or how much of it. */
export function ReadyTag({ ready }: { ready: Pick<Ready, 'parts' | 'is_ready'> }) {
  const t = useText('checkin')
  if (ready.is_ready)
    return (
      <Tag kind="ok" icon="check">
        {t('desk.ready')}
      </Tag>
    )
  return <Tag>{t('bar', { done: doneOf(ready), all: ready.parts.length })}</Tag>
}

const KINDS: Record<PartState, { kind?: 'ok' | 'warn' | 'info'; icon?: IconName }> = {
  DONE: { kind: 'ok', icon: 'check' },
  WAITING: { kind: 'info', icon: 'clock' },
  REFUSED: { kind: 'warn', icon: 'alert' },
  OPEN: {},
  AT_DESK: {},
}

/** The state of one part of check-in, in a word. */
export function StateTag({ state }: { state: PartState }) {
  const t = useText('checkin')
  return <Tag {...KINDS[state]}>{t(`state.${state}`)}</Tag>
}

/** How and when somebody comes, in one line: a flight by its number. */
export function useArrivalText() {
  const t = useText('checkin')
  const { language } = useLanguage()
  return ({ way, flight, arrives_at }: z.infer<typeof Arrival>) =>
    [flight ? `${t(`way.${way}`)} ${isolated(flight)}` : t(`way.${way}`), formatTime(arrives_at, language)].join(
      commaOf(language),
    )
}

import type { z } from 'zod'
import type { ProtocolPhoto } from '#app/contract/company/protocols.ts'
import { commaOf } from '#app/i18n/format/comma.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { CLOCK_TOLERANCE } from '#app/rules/reservation/protocol.ts'

type Times = Pick<z.infer<typeof ProtocolPhoto>, 'taken_at' | 'arrived_at' | 'clock_ahead'>

/** Says when a photo was taken, when it arrived, and by how much the clock of its device was wrong. */
export function usePhotoTimes(zone: string): (photo: Times) => string {
  const t = useText('protocol')
  const { language } = useLanguage()
  return ({ taken_at, arrived_at, clock_ahead }) => {
    const at = (instant: string) => formatInstant(new Date(instant), zone, language, 'short')
    const arrived = at(arrived_at)
    const times = taken_at
      ? t('photoTimes.both', { taken: at(taken_at), arrived })
      : t('photoTimes.arrived', { arrived })
    if (clock_ahead === null || Math.abs(clock_ahead) <= CLOCK_TOLERANCE) return times
    const n = Math.round(Math.abs(clock_ahead) / 60)
    return times + commaOf(language) + t(clock_ahead > 0 ? 'photoTimes.ahead' : 'photoTimes.behind', { n })
  }
}

import type { z } from 'zod'
import type { KeyBoxState } from '#app/contract/reservations/key-box.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { FIXED_VIEWS } from '#app/rules/reservation/protocol.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Tag } from '#app/ui/tag.tsx'

/** What must be there before the code of a key box is shown, and what of it is. */
export function KeyConditions({
  conditions,
  photos,
}: {
  conditions: z.infer<typeof KeyBoxState>['conditions']
  /** How many of the eight sides have a photo. */
  photos: number
}) {
  const t = useText('keybox')
  return (
    <ul className="stack stack-2">
      {conditions.map(({ condition, is_done }) => (
        <li key={condition} className="row between">
          <span className="row row-s">
            <Icon name={is_done ? 'check' : condition === 'PHOTOS' ? 'camera' : 'clock'} size="s" />
            <span>{t(`condition.${condition}`)}</span>
          </span>
          <Tag kind={is_done ? 'ok' : 'warn'}>
            {is_done
              ? t('done')
              : condition === 'PHOTOS' && photos > 0
                ? t('photosCount', { done: photos, all: FIXED_VIEWS.length })
                : t('missing')}
          </Tag>
        </li>
      ))}
    </ul>
  )
}

/** Says in a few words for staff whether the customer sees the code. */
export function useKeyBoxState(zone: string): (box: Pick<z.infer<typeof KeyBoxState>, 'state' | 'opens_at'>) => string {
  const t = useText('keybox')
  const { language } = useLanguage()
  return ({ state, opens_at }) =>
    state === 'EARLY'
      ? t('desk.state.EARLY', { when: formatInstant(new Date(opens_at), zone, language, 'weekday') })
      : t(`desk.state.${state}`)
}

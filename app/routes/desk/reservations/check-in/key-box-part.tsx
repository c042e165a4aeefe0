import { useKeyBoxState } from '#app/features/check-in/key-conditions.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { KeyBoxState } from '#app/rules/reservation/check-in/key-box.ts'
import { FIXED_VIEWS } from '#app/rules/reservation/protocol.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Tag } from '#app/ui/tag.tsx'
import type { DeskOne } from '../own.server.ts'

type KeyBox = NonNullable<NonNullable<DeskOne['check_in']>['key_box']>

const KINDS: Record<KeyBoxState, 'ok' | 'warn' | 'info' | undefined> = {
  EARLY: 'info',
  LOCKED: 'warn',
  OPEN: 'ok',
  ENDED: undefined,
}

/** The key box of a reservation in two lines: whether its customer sees the code, and how many photos there are. */
export function KeyBoxPart({ one, keyBox: { box, photos } }: { one: DeskOne; keyBox: KeyBox }) {
  const t = useText('keybox')
  const { language } = useLanguage()
  const stateOf = useKeyBoxState(one.city.zone)
  return (
    <section className="stack stack-2" aria-labelledby="key-box-title">
      <div className="row between">
        <h3 id="key-box-title">{t('desk.card')}</h3>
        {box && <Tag {...(KINDS[box.state] && { kind: KINDS[box.state] })}>{stateOf(box)}</Tag>}
      </div>
      {box ? (
        <p className="sm soft">
          {t('desk.photos')}: {t('photosCount', { done: photos, all: FIXED_VIEWS.length })}
        </p>
      ) : (
        <p className="sm soft">{t('desk.none')}</p>
      )}
      <div>
        <a className="btn btn-s" href={pathIn(language, `/desk/reservations/${one.id}/key-box`)}>
          <Icon name="key" />
          {t(box ? 'desk.link' : 'desk.set')}
        </a>
      </div>
    </section>
  )
}

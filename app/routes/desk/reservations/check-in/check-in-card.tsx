import { DriverNames } from '#app/features/check-in/further-drivers.tsx'
import { ReadyBar, ReadyTag, StateTag, useArrivalText } from '#app/features/check-in/parts.tsx'
import { formatDate } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HANDED_OVER } from '#app/rules/reservation/reservation-status.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Card } from '#app/ui/card.tsx'
import type { DeskOne } from '../own.server.ts'
import { KeyBoxPart } from './key-box-part.tsx'

/** How far the customer is prepared; after the hand-over only what is left to look at. */
export function CheckInCard({ one }: { one: DeskOne }) {
  const t = useText('checkin')
  const { language } = useLanguage()
  const arrivalText = useArrivalText()
  const { id, check_in, status } = one
  if (!check_in || (HANDED_OVER.includes(status) && !check_in.licence)) return null
  const { licence, arrival, checked_until, decidable } = check_in
  const isWaiting = licence?.state === 'SENT'
  return (
    <Card id="check-in" title={t('desk.card')} className="stack">
      <div className="row between">
        <ReadyTag ready={check_in} />
        {checked_until && (
          <span className="sm soft">{t('desk.checked', { day: formatDate(checked_until, language, 'long') })}</span>
        )}
      </div>
      <ReadyBar ready={check_in} />
      <ul className="stack stack-1">
        {check_in.parts.map(({ part, state }) => (
          <li key={part} className="row between">
            <span>
              {t(`part.${part}`)}
              {part === 'ARRIVAL' && state === 'DONE' && arrival && (
                <span className="sm soft"> {arrivalText(arrival)}</span>
              )}
            </span>
            <StateTag state={state} />
          </li>
        ))}
      </ul>
      {arrival?.note && (
        <p className="sm pre">
          <bdi>{arrival.note}</bdi>
        </p>
      )}
      {(check_in.drivers.length > 0 || check_in.drivers_room > 0) && (
        <div className="stack stack-1">
          <DriverNames drivers={check_in.drivers} />
          {check_in.drivers_room + check_in.drivers.length > 0 && (
            <a href={pathIn(language, `/desk/reservations/${id}/drivers`)}>{t('drivers.desk.link')}</a>
          )}
        </div>
      )}
      {check_in.key_box && <KeyBoxPart one={one} keyBox={check_in.key_box} />}
      {(licence || decidable) && (
        <div>
          <a className={isWaiting ? 'btn btn-go' : 'btn'} href={pathIn(language, `/desk/reservations/${id}/check-in`)}>
            <Icon name="eye" />
            {t(licence ? 'desk.look' : 'desk.counterLink')}
          </a>
        </div>
      )}
    </Card>
  )
}

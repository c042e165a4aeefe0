import type { z } from 'zod'
import type { ChatRoom } from '#app/contract/chat/chat.ts'
import { UnreadBadge } from '#app/features/chat/unread-badge.tsx'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { chatHref, SALES } from './chat-href.ts'

type Room = z.infer<typeof ChatRoom>

/** Where there is more than one room: links to all of them. */
export function RoomList({ rooms, current }: { rooms: readonly Room[]; current: Room | null }) {
  const t = useText('chat')
  const { language } = useLanguage()
  const nameOf = useRoomName()
  const hasSales = rooms.some(({ department, side }) => department === 'SALES' && side === 'CUSTOMER')
  const isOperator = rooms.some(({ side }) => side === 'OPERATOR')
  if (rooms.length === 0 || (rooms.length === 1 && current)) return null
  return (
    <nav aria-label={t('rooms')}>
      <ul className="row row-s">
        {!hasSales && !isOperator && (
          <li>
            <a
              className="btn btn-s"
              href={pathIn(language, chatHref(SALES))}
              aria-current={current ? undefined : 'page'}
            >
              {t('room.SALES')}
            </a>
          </li>
        )}
        {rooms.map((room) => (
          <li key={room.id}>
            <a
              className="btn btn-s"
              href={`${pathIn(language, chatHref(room.id))}#last`}
              aria-current={room.id === current?.id ? 'page' : undefined}
            >
              {nameOf(room)}
              <UnreadBadge count={room.id === current?.id ? 0 : room.unread_count} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** What a room is called: by what it is about, and for staff by whom they talk with. */
export function useRoomName(): (room: Room | null) => string {
  const t = useText('chat')
  const { language } = useLanguage()
  return (room) => {
    if (!room) return t('room.SALES')
    const { department, reservation, customer, side } = room
    const about = reservation
      ? t('room.reservation', { number: localDigits(reservation.number, language) })
      : t(`room.${department ?? 'SALES'}`)
    return side === 'CUSTOMER' || !customer ? about : t('room.with', { about, customer })
  }
}

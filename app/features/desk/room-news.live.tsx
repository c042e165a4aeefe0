import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useLanguage } from '#app/i18n/text/text.tsx'
import { listenToDesk } from './desk-socket.live.ts'

/** Reads a page of the operators' inbox anew when its conversation is not as it was; what is being typed stays. */
export function RoomNews({ ticketPath, room }: { ticketPath: string; room: string }) {
  const { language } = useLanguage()
  const { revalidate } = useRevalidator()
  useEffect(
    () =>
      listenToDesk({
        ...{ language, ticketPath, event: 'inbox' },
        onNews: (about) => about === room && void revalidate(),
        onBack: () => void revalidate(),
      }),
    [language, ticketPath, room, revalidate],
  )
  return null
}

import { useOutletContext } from 'react-router'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { DeskFrame } from './desk-frame.ts'

/** The first breadcrumb of a reservation: the list, or, for drivers, who have no list, the day's work. */
export function useListCrumb(): { label: string; href: string } {
  const t = useText('desk')
  const { language } = useLanguage()
  const { role } = useOutletContext<DeskFrame>()
  if (role === 'DRIVER') return { label: t('nav.today'), href: pathIn(language, '/desk') }
  return { label: t('list.title'), href: pathIn(language, '/desk/reservations') }
}

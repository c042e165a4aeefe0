import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Note } from '#app/ui/page/note.tsx'

/** That the address only shows the reservation, and how whoever booked gets to managing it. */
export function SharedNote({ id }: { id: string }) {
  const t = useText('voucher')
  const { language } = useLanguage()
  const own = pathIn(language, `/profile/reservation/${id}`)
  return (
    <Note>
      {t('shared')} <a href={pathIn(language, `/login?returnUrl=${encodeURIComponent(own)}`)}>{t('sharedManage')}</a>
    </Note>
  )
}

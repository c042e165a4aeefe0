import { useText } from '#app/i18n/text/text.tsx'
import { Note } from '#app/ui/page/note.tsx'

/** Says on a reservation's page that its last message was not sent, because its recipient's limit was reached. */
export function NotNotified({ voucher }: { voucher: { notified: boolean } }) {
  const t = useText('bill')
  return voucher.notified ? null : <Note kind="warn">{t('not_notified')}</Note>
}

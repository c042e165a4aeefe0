import { useText } from '#app/i18n/text/text.tsx'
import { Note } from '#app/ui/page/note.tsx'

/** Says on a reservation's page what no message said, where the limits of its receiver kept it back. */
export function NotNotified({ voucher }: { voucher: { notified: boolean } }) {
  const t = useText('bill')
  return voucher.notified ? null : <Note kind="warn">{t('not_notified')}</Note>
}

import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { ReservationStatus } from '#app/rules/reservation/reservation-status.ts'
import { Note } from '#app/ui/page/note.tsx'

/** In place of a decision that somebody else, or the clock, has made impossible. */
export function Gone({ status, back }: { status: ReservationStatus; back: string }) {
  const t = useText('managed')
  const operator = useText('operator')
  const voucher = useText('voucher')
  const { language } = useLanguage()
  return (
    <div className="card stack">
      <Note kind="warn" role="alert">
        {t('act.gone', { status: voucher(`status.${status}`) })}
      </Note>
      <div>
        <a className="btn btn-go" href={pathIn(language, back)}>
          {operator('back')}
        </a>
      </div>
    </div>
  )
}

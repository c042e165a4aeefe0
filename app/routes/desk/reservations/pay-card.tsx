import type { QrCode } from '#app/features/qr/qr-code.server.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Card } from '#app/ui/card.tsx'
import type { DeskOne } from './own.server.ts'
import { QrLink } from './qr-link.tsx'

/** What staff booked and the customer has yet to pay: until when, and the page where they do, also for their camera. */
export function PayCard({ one, pay }: { one: DeskOne; pay: { address: string; qr: QrCode } }) {
  const t = useText('counter')
  const { language } = useLanguage()
  const { payable_now, currency, hold_until, city, id } = one
  const { address, qr } = pay
  return (
    <Card id="pay" title={t('payTitle')} className="stack">
      <p className="big num">{formatMoney(payable_now, currency, language)}</p>
      {hold_until && (
        <p>{t('payText', { time: formatInstant(new Date(hold_until), city.zone, language, 'weekday') })}</p>
      )}
      <QrLink address={address} qr={qr} label={t('payLink')} alt={t('payQr')}>
        <div>
          <a className="btn" href={pathIn(language, `/desk/reservations/${id}/rent`)}>
            {t('payDesk')}
          </a>
        </div>
      </QrLink>
    </Card>
  )
}

import type { VoucherFacts } from '#app/features/reservation/voucher.server.ts'
import { formatDate, formatTime } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'

/** Ways to send a voucher to somebody: links that carry its text and address, and work without any script. */
export function ShareLinks({ voucher, address }: { voucher: VoucherFacts; address: string }) {
  const t = useText('voucher')
  const { language } = useLanguage()
  const { start_date, start_time, end_date, end_time } = voucher
  const at = (date: string, time: string) => `${formatDate(date, language, 'weekday')}, ${formatTime(time, language)}`
  const text = t('share.text', {
    vehicle: voucher.ad.title,
    company: voucher.company.name,
    city: voucher.city.name,
    start: at(start_date, start_time),
    end: at(end_date, end_time),
    number: localDigits(voucher.number, language),
  })
  const subject = t('meta.title', { number: localDigits(voucher.number, language) })
  return (
    <details className="no-print pb-4">
      <summary>{t('share.title')}</summary>
      <ul className="row row-s pt-2">
        {shareLinks({ subject, text, address }).map(({ way, href }) => (
          <li key={way}>
            <a className="btn btn-s" href={href} rel="noreferrer">
              {t(`share.${way}`)}
            </a>
          </li>
        ))}
      </ul>
      <p className="sm soft pt-2">{t('share.note')}</p>
    </details>
  )
}

/** Both `sms:` forms of phones are met by `?&body=`. */
function shareLinks({ subject, text, address }: { subject: string; text: string; address: string }) {
  const whole = encodeURIComponent(`${text}\n${address}`)
  return [
    { way: 'email', href: `mailto:?subject=${encodeURIComponent(subject)}&body=${whole}` },
    { way: 'sms', href: `sms:?&body=${whole}` },
    { way: 'whatsapp', href: `https://wa.me/?text=${whole}` },
    {
      way: 'telegram',
      href: `https://t.me/share/url?url=${encodeURIComponent(address)}&text=${encodeURIComponent(text)}`,
    },
  ] as const
}

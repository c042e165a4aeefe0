import { Link } from 'react-router'
import { phoneIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'

interface PhoneOf {
  id: string
  phone: string
  phone_proven: boolean
  phone_correctable: boolean
}

/** Shows an unproven phone number in large type to be checked, with a link to correct it. */
export function PhoneCheck({ voucher }: { voucher: PhoneOf }) {
  const t = useText('bill')
  const { language } = useLanguage()
  if (voucher.phone_proven) return null
  return (
    <section className="card stack stack-2" aria-labelledby="phone-check">
      <h2 id="phone-check">{t('phone.check')}</h2>
      <p className="text-2xl b">{phoneIn(language, voucher.phone)}</p>
      <p className="sm soft">{t('phone.text')}</p>
      {voucher.phone_correctable && (
        <p>
          <Link to={`/voucher/${voucher.id}/phone`}>{t('phone.correct')}</Link>
        </p>
      )}
    </section>
  )
}

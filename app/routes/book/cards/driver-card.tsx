import type { ReactNode } from 'react'
import { type DRIVER_FIELDS, isNeeded, type ShownAd, type ShownQuote } from '#app/features/booking/booking-form.ts'
import { IdentityField } from '#app/features/identity/identity-field.tsx'
import { TypedPhoneField } from '#app/features/phone/phone-field.tsx'
import { RentalTerms, Term } from '#app/features/reservation/rental-terms.tsx'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import { BirthDateField } from '#app/ui/form/date-field.tsx'
import { IdempotencyKey, type ReplyForm, SubmitButton } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { useInViewMark } from '../driver-in-view.live.ts'
import { SignInOffer } from './sign-in-offer.tsx'

interface DriverProps {
  form: ReplyForm
  ad: ShownAd
  quote: ShownQuote
  /** Whether nobody is signed in. */
  isVisitor: boolean
  bookingKey: string | null
  /** The result of reserving. */
  children?: ReactNode
}

/** The driver's fields, and the button that reserves, with the amount to pay. */
export function DriverCard({ form, ad, quote, isVisitor, bookingKey, children }: DriverProps) {
  const t = useText('booking')
  const { language } = useLanguage()
  const { currency } = quote
  const card = useInViewMark<HTMLElement>()
  const needs = (field: (typeof DRIVER_FIELDS)[number]) => isNeeded(field, { currency, language })
  const text = (name: (typeof DRIVER_FIELDS)[number]) => ({
    ...form.field(name),
    label: t(`driver.${name}`),
    required: needs(name),
    optional: !needs(name),
  })
  return (
    <section className="card stack" id="driver" aria-labelledby="driver-title" tabIndex={-1} ref={card}>
      <h2 id="driver-title">{t('driver.title')}</h2>
      {isVisitor && <SignInOffer from="driver" />}
      <p className="hint">{t('driver.hint')}</p>
      <div className="grid2">
        <TextField {...text('fullname')} autoComplete="name" />
        <IdentityField {...text('national_id')} form={form} />
        <TypedPhoneField form={form} labels={{ phone: t('driver.phone'), country_code: t('driver.country_code') }} />
        <TextField {...text('email')} type="email" autoComplete="email" dir="ltr" />
        <BirthDateField {...form} label={t('driver.date_of_birth')} required />
      </div>
      <AddressFields form={form} text={text} isNeeded={needs('address')} />
      {children}
      {bookingKey && (
        <>
          <p className="sm">
            {t.rich('driver.agree', {
              company: ad.company.name,
              terms: (chunks) => <a href={pathIn(language, '/pages/terms')}>{chunks}</a>,
            })}
          </p>
          <IdempotencyKey value={bookingKey} />
          <input type="hidden" name="shown_total" value={quote.total} />
          <SubmitButton name="intent" value="reserve" className="btn btn-go btn-lg">
            {t('driver.reserve', { amount: formatMoney(quote.total, currency, language) })}
          </SubmitButton>
          <Term>{t('driver.held')}</Term>
          <RentalTerms {...quote} company={ad.company} />
        </>
      )}
    </section>
  )
}

/** Open if the bank needs them or one of them has an error; otherwise collapsed. */
function AddressFields({
  form,
  text,
  isNeeded: needed,
}: {
  form: ReplyForm
  text: (name: 'country' | 'city' | 'address' | 'zip_code') => Parameters<typeof TextField>[0]
  isNeeded: boolean
}) {
  const t = useText('booking')
  const fields = (
    <div className="grid2 pt-4">
      <TextField {...text('country')} autoComplete="country-name" />
      <TextField {...text('city')} autoComplete="address-level2" />
      <TextField {...text('address')} autoComplete="address-line1" />
      <TextField {...text('zip_code')} autoComplete="postal-code" />
    </div>
  )
  if (needed) {
    return (
      <div>
        <p className="hint">{t('driver.address_needed')}</p>
        {fields}
      </div>
    )
  }
  const isOpen = (['country', 'city', 'address', 'zip_code'] as const).some(
    (name) => form.fieldErrors(name) || form.value(name),
  )
  return (
    <details open={isOpen || undefined}>
      <summary className="row brand b sm">
        <Icon name="plus" size="s" />
        {t('driver.address_group')}
      </summary>
      {fields}
    </details>
  )
}

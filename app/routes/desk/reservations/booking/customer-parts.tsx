import { type DialCodes, PhoneField } from '#app/features/phone/phone-field.tsx'
import { formatDate } from '#app/i18n/format/dates.ts'
import { formatMoney, unitOf } from '#app/i18n/format/money.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { LANGUAGE_NAMES } from '#app/i18n/language-names.ts'
import { phoneIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { LANGUAGES } from '#app/rules/constants.ts'
import { BOOKING_HOLDS, BOOKING_PAYMENTS, STAFF_SOURCES } from '#app/rules/reservation/staff-booking.ts'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { FieldErrors } from '#app/ui/form/field.tsx'
import { type ReplyForm, SubmitButton } from '#app/ui/form/form.tsx'
import { OptionCard } from '#app/ui/form/option-card.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { FoundCustomers, Shown } from './booking-form.server.ts'

/** Who rents: found among the company's customers, or written down here. */
export function CustomerCard({
  form,
  known,
  filled,
  dialCodes,
}: FoundCustomers & { form: ReplyForm; dialCodes: DialCodes }) {
  const t = useText('counter')
  return (
    <Card id="customer" title={t('customer')} className="stack">
      <div className="fields">
        <TextField
          {...form.field('q')}
          label={t('find')}
          hint={t('findHint')}
          maxLength={80}
          autoComplete="off"
          optional
        />
        <div>
          <SubmitButton name="intent" value="find" className="btn">
            {t('findSubmit')}
          </SubmitButton>
        </div>
      </div>
      {known && <Known known={known} filled={filled} />}
      {/* What the server has filled in replaces what is in the fields. */}
      <div key={filled ?? 'typed'} className="stack">
        <TextField {...form.field('fullname')} label={t('name')} maxLength={120} autoComplete="off" />
        <PhoneField
          form={form}
          dialCodes={dialCodes}
          labels={{ phone: t('phone'), country_code: t('country'), choose: t('choose') }}
        />
        <div className="fields">
          <TextField {...form.field('email')} label={t('email')} inputMode="email" dir="ltr" maxLength={254} optional />
          <TextField
            {...form.field('national_id')}
            label={t('identity')}
            hint={t('identityHint')}
            dir="ltr"
            maxLength={40}
            autoComplete="off"
            optional
          />
          <SelectField
            {...form.field('language')}
            label={t('language')}
            options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          />
        </div>
      </div>
    </Card>
  )
}

function Known({ known, filled }: { known: NonNullable<FoundCustomers['known']>; filled: string | null }) {
  const t = useText('counter')
  const { language } = useLanguage()
  if (known.length === 0) return <p role="status">{t('nobody')}</p>
  return (
    <ul className="stack stack-2">
      {known.map(({ reservation, fullname, phone, trips, last_date }) => (
        <li key={reservation} className={filled === reservation ? 'card calm row between tight' : 'row between'}>
          <div>
            <b>
              <bdi>{fullname}</bdi>
            </b>{' '}
            {phoneIn(language, phone)}
            <p className="sm soft">{t('known', { n: trips, date: formatDate(last_date, language, 'full') })}</p>
          </div>
          {filled !== reservation && (
            <SubmitButton name="intent" value={`use-${reservation}`} className="btn btn-s">
              {t('use', { name: fullname })}
            </SubmitButton>
          )}
        </li>
      ))}
    </ul>
  )
}

/** What is rented besides, and what colleagues should know. */
export function ExtrasCard({ form, extras }: { form: ReplyForm; extras: NonNullable<Shown['free']>['extras'] | null }) {
  const t = useText('counter')
  const { language } = useLanguage()
  const priceOf = (name: 'extra_driver' | 'internet' | 'supplemental_insurance' | 'child_seat') => {
    const price = extras?.[name]
    if (!extras || price == null) return undefined
    const amount = formatMoney(price, extras.currency, language)
    return name === 'extra_driver' ? t('perRental', { amount }) : t('perDay', { amount })
  }
  const extra = (name: 'extra_driver' | 'internet' | 'supplemental_insurance', label: string) => {
    const { id, fieldErrors } = form.field(name)
    return (
      <div>
        <Checkbox {...{ id, name, fieldErrors }} checked={form.isChosen(name)} end={priceOf(name)}>
          {label}
        </Checkbox>
      </div>
    )
  }
  return (
    <Card id="extras" title={t('extras')} className="stack">
      <div className="fields">
        <SelectField
          {...form.field('child_seat_count')}
          label={t('seats')}
          hint={priceOf('child_seat')}
          options={['0', '1', '2', '3'].map((value) => ({ value, label: localDigits(value, language) }))}
        />
        {extra('extra_driver', t('driver'))}
        {extra('internet', t('internet'))}
        {extra('supplemental_insurance', t('insurance'))}
      </div>
      <TextField {...form.field('note')} label={t('note')} hint={t('noteHint')} maxLength={1000} optional />
    </Card>
  )
}

/** How it is paid, and how long it waits for a payment by link. */
export function PaymentCard({ form, bill }: { form: ReplyForm; bill: Shown['bill'] }) {
  const t = useText('counter')
  const desk = useText('desk')
  const { language } = useLanguage()
  const { id } = form.field('payment')
  return (
    <Card id="payment" title={t('payment')} className="stack">
      <fieldset id={id} className="stack stack-2">
        <legend className="vh">{t('payment')}</legend>
        {(bill?.payments ?? BOOKING_PAYMENTS).map((payment) => (
          <div key={payment}>
            <OptionCard
              name="payment"
              value={payment}
              checked={form.isChosen('payment', payment)}
              title={t(payment)}
              detail={t(`${payment}Text`)}
            />
          </div>
        ))}
      </fieldset>
      <FieldErrors id={id} fieldErrors={form.fieldErrors('payment')} />
      {bill && bill.parts.length > 0 && (
        <Checkbox
          id={form.field('monthly').id}
          name="monthly"
          fieldErrors={form.fieldErrors('monthly')}
          checked={form.isChosen('monthly')}
          end={formatMoney(bill.parts[0] ?? 0, bill.currency, language)}
        >
          {t('monthly', { n: bill.parts.length })}
        </Checkbox>
      )}
      <div className="fields">
        <SelectField
          {...form.field('hold')}
          label={t('hold')}
          options={BOOKING_HOLDS.map((value) => ({ value, label: t(value) }))}
        />
        <TextField
          {...form.field('received')}
          label={t('received', { unit: unitOf(bill?.currency ?? 'IRT', language) })}
          hint={t('receivedHint')}
          inputMode="decimal"
          maxLength={30}
          optional
        />
        <TextField {...form.field('reference')} label={t('reference')} maxLength={40} optional />
        <SelectField
          {...form.field('source')}
          label={t('source')}
          options={STAFF_SOURCES.map((value) => ({ value, label: desk(`one.sources.${value}`) }))}
        />
      </div>
    </Card>
  )
}

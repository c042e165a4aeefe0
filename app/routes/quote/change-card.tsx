import { formatTime } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { TIME_SLOTS } from '#app/rules/constants.ts'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { type ReplyForm, SubmitButton } from '#app/ui/form/form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import type { OwnQuote, Rental } from './quote-form.server.ts'

/** What each field is called in the list of errors. */
export function changedNames(t: ReturnType<typeof useText<'quote'>>): Record<string, string> {
  return {
    ...{ start_time: t('change.start'), end_time: t('change.end'), from: t('change.receive'), to: t('change.return') },
    ...{ receive_address: t('change.receive'), return_address: t('change.return'), agreed: t('agreed') },
    ...{ child_seat_count: t('form.extras'), extra_driver: t('form.extras'), internet: t('form.extras') },
    supplemental_insurance: t('form.extras'),
  }
}

/** The fields that staff left open, with what they cost, and the button for the new price. */
export function ChangeCard({ form, quote, rental }: { form: ReplyForm; quote: OwnQuote; rental: Rental }) {
  const t = useText('quote')
  const { may } = quote.offer
  return (
    <Card id="change" title={t('change.title')} className="stack">
      <p className="soft">{t('change.text')}</p>
      {may.times && <Times form={form} quote={quote} />}
      {may.places && <Places form={form} quote={quote} rental={rental} />}
      {may.extras && <Extras form={form} quote={quote} rental={rental} />}
      <div>
        <SubmitButton name="intent" value="price" className="btn">
          {t('change.submit')}
        </SubmitButton>
      </div>
    </Card>
  )
}

type Props = { form: ReplyForm; quote: OwnQuote; rental: NonNullable<Rental> }

function Times({ form, quote }: Omit<Props, 'rental'>) {
  const t = useText('quote')
  const { language } = useLanguage()
  const slots = (chosen: string) =>
    (TIME_SLOTS.includes(chosen) ? TIME_SLOTS : [chosen, ...TIME_SLOTS]).map((value) => ({
      value,
      label: formatTime(value, language),
    }))
  return (
    <div className="fields">
      <SelectField {...form.field('start_time')} label={t('change.start')} options={slots(quote.start_time)} />
      <SelectField {...form.field('end_time')} label={t('change.end')} options={slots(quote.end_time)} />
    </div>
  )
}

function Places({ form, quote, rental: { places } }: Props) {
  const t = useText('quote')
  const { language } = useLanguage()
  const options = (kept: OwnQuote['receive'], fee: 'receive_fee' | 'return_fee') => [
    ...(kept.place ? [] : [{ value: '', label: kept.address }]),
    ...places.map((place) => ({
      value: String(place.id),
      label:
        place[fee] > 0
          ? t('change.once', { what: place.name, amount: formatMoney(place[fee], quote.currency, language) })
          : place.name,
    })),
  ]
  return (
    <div className="fields">
      <SelectField
        {...form.field('from')}
        fieldErrors={form.fieldErrors('receive_address')}
        label={t('change.receive')}
        options={options(quote.receive, 'receive_fee')}
      />
      <SelectField
        {...form.field('to')}
        fieldErrors={form.fieldErrors('return_address')}
        label={t('change.return')}
        options={options(quote.return, 'return_fee')}
      />
    </div>
  )
}

function Extras({ form, quote, rental: { extras } }: Props) {
  const t = useText('quote')
  const counter = useText('counter')
  const cover = useText('cover')
  const { language } = useLanguage()
  const money = (amount: number) => formatMoney(amount, quote.currency, language)
  const box = (
    name: 'extra_driver' | 'internet' | 'supplemental_insurance',
    { what, amount, once = false }: { what: string; amount: number | null; once?: boolean },
  ) => {
    if (amount === null && !quote[name]) return null
    const { id, fieldErrors } = form.field(name)
    return (
      <div>
        <Checkbox {...{ id, name, fieldErrors }} checked={form.isChosen(name)}>
          {amount === null ? what : t(once ? 'change.once' : 'change.perDay', { what, amount: money(amount) })}
        </Checkbox>
      </div>
    )
  }
  return (
    <div className="fields">
      {extras.child_seat !== null && (
        <SelectField
          {...form.field('child_seat_count')}
          label={t('change.perDay', { what: counter('seats'), amount: money(extras.child_seat) })}
          options={['0', '1', '2', '3'].map((value) => ({ value, label: localDigits(value, language) }))}
        />
      )}
      {box('extra_driver', { what: counter('driver'), amount: extras.extra_driver, once: true })}
      {box('internet', { what: counter('internet'), amount: extras.internet })}
      {box('supplemental_insurance', { what: counter('insurance'), amount: extras.supplemental_insurance })}
      <p>
        <a className="sm" href={pathIn(language, `/companies/${quote.company.id}#cover`)}>
          {cover('title')}
        </a>
      </p>
    </div>
  )
}

import type { useText } from '#app/i18n/text/text.tsx'

type Text = ReturnType<typeof useText<'counter'>>
type QuoteText = ReturnType<typeof useText<'quote'>>

/** What each field is called in the list of errors. */
export function labelsOf(t: Text, quote: QuoteText): Record<string, string> {
  return {
    ...{ start_date: t('start'), start_time: t('start'), end_date: t('end'), end_time: t('end') },
    ...{ from: t('from'), to: t('to'), receive_address: t('from'), return_address: t('to'), seek: t('seek') },
    ...{ ad: t('vehicle'), q: t('find'), fullname: t('name'), country_code: t('country'), phone: t('phone') },
    ...{ email: t('email'), national_id: t('identity'), language: t('language') },
    ...{ child_seat_count: t('seats'), extra_driver: t('driver'), internet: t('internet') },
    ...{ supplemental_insurance: t('insurance'), note: t('note'), source: t('source'), payment: t('payment') },
    ...{ hold: t('hold'), received: t('received', { unit: '' }), reference: t('reference') },
    ...{ stands: quote('form.stands'), message: quote('form.message') },
    ...{ day_price: t('dayPrice', { unit: '' }), price_reason: t('reason'), price_note: t('reasonNote') },
  }
}

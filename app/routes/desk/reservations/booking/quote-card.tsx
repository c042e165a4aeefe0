import { useStandsOptions } from '#app/features/quote/stands.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { type ReplyForm, SubmitButton } from '#app/ui/form/form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextArea } from '#app/ui/form/text-field.tsx'

/** The same booking as an offer: how long it stands, what its customer may change, a word to them, and its own button. */
export function QuoteCard({ form, today }: { form: ReplyForm; today: string }) {
  const t = useText('quote')
  const options = useStandsOptions(today)
  const box = (name: 'may_extras' | 'may_places' | 'may_times', label: string) => (
    <div>
      <Checkbox id={form.field(name).id} name={name} checked={form.isChosen(name)}>
        {label}
      </Checkbox>
    </div>
  )
  return (
    <Card id="quote" title={t('form.title')} className="stack">
      <p className="sm soft">{t('form.text')}</p>
      <SelectField {...form.field('stands')} label={t('form.stands')} options={options} />
      <fieldset className="stack stack-1">
        <legend className="sm b">{t('form.may')}</legend>
        {box('may_extras', t('form.extras'))}
        {box('may_places', t('form.places'))}
        {box('may_times', t('form.times'))}
      </fieldset>
      <TextArea
        {...form.field('message')}
        label={t('form.message')}
        hint={t('form.messageHint')}
        rows={3}
        maxLength={500}
        optional
      />
      <div>
        <SubmitButton name="intent" value="quote" className="btn">
          {t('form.submit')}
        </SubmitButton>
      </div>
    </Card>
  )
}

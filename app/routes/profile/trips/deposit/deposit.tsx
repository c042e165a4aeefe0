import { HelpLinks } from '#app/features/help/help-links.tsx'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { OPEN } from '#app/rules/reservation/reservation-status.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Card } from '#app/ui/card.tsx'
import { FileField } from '#app/ui/form/file-field.tsx'
import { type ReplyForm, SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import type { OwnTrip } from '../own-trip.server.ts'
import { mayAddPicture } from '../trip-steps.ts'
import '../../../../../styles/profile.css'

/** Takes the picture of the guarantee: a cheque, a receipt. */
export function DepositForm({ trip, form }: { trip: OwnTrip; form: ReplyForm }) {
  const t = useText('trips')
  const words = useText('vehicle')
  const { language } = useLanguage()
  const { trust_type, guarantee_amount, currency, deposit } = trip
  const type = words(`trust.${trust_type}`)
  return (
    <PostForm className="stack stack-2 py-2 max-w-md" encType="multipart/form-data">
      <input type="hidden" name="intent" value="deposit" />
      <FileField
        {...form.field('image')}
        accept="image/jpeg,image/png,image/webp,image/avif"
        required
        label={t('deposit.label', { type, amount: formatMoney(guarantee_amount, currency, language) })}
        hint={t('deposit.hint')}
      />
      <div>
        <SubmitButton className={deposit.uploaded_at ? 'btn' : 'btn btn-go'}>
          <Icon name="upload" />
          {t(deposit.uploaded_at ? 'deposit.replace' : 'deposit.send')}
        </SubmitButton>
      </div>
      <HelpLinks entries={['deposit']} />
    </PostForm>
  )
}

/** The picture that was sent; another may replace it while the guarantee counts. Without one, a form where it may still be sent. */
export function DepositCard({ trip, form }: { trip: OwnTrip; form: ReplyForm }) {
  const t = useText('trips')
  const { language } = useLanguage()
  const { uploaded_at } = trip.deposit
  if (!uploaded_at) {
    if (!mayAddPicture(trip)) return null
    return (
      <Card id="deposit" title={t('deposit.title')} className="stack">
        <p className="sm soft">{t('deposit.later')}</p>
        <DepositForm trip={trip} form={form} />
      </Card>
    )
  }
  // Another picture has another address, so that the browser does not show the old one.
  const picture = `/profile/reservation/${trip.id}/deposit?at=${Date.parse(uploaded_at)}`
  return (
    <Card id="deposit" title={t('deposit.title')} className="stack">
      <p className="sm soft">
        {t('deposit.on', { when: formatInstant(new Date(uploaded_at), trip.city.zone, language, 'weekday') })}
      </p>
      <img className="proof" src={pathIn(language, picture)} alt={t('deposit.alt')} />
      {OPEN.includes(trip.status) && <DepositForm trip={trip} form={form} />}
    </Card>
  )
}

import type { ShownAd, ShownQuote } from '#app/features/booking/booking-form.ts'
import { RentalTerms } from '#app/features/reservation/rental-terms.tsx'
import { useText } from '#app/i18n/text/text.tsx'
import { useFocusOnNew } from '#app/ui/focus-on-new.ts'
import { type ReplyForm, SubmitButton } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { QuoteBill, TierPrices } from './bill-card.tsx'
import { SignInOffer } from './sign-in-offer.tsx'

/** The discount code, the button that computes the price again, and the bill if no column beside the form shows it. */
export function PriceCard({
  form,
  ad,
  quote,
  isVisitor,
  hasErrors,
  isAnswer,
}: {
  form: ReplyForm
  ad: ShownAd
  quote: ShownQuote | null
  /** Whether nobody is signed in. */
  isVisitor: boolean
  hasErrors: boolean
  /** Whether the form was just submitted for its price: then an invalid code takes the focus. */
  isAnswer: boolean
}) {
  const t = useText('booking')
  const [newest] = (isAnswer && form.fieldErrors('discount_code')) || []
  const code = useFocusOnNew<HTMLInputElement>(newest)
  return (
    <section className="card stack" aria-labelledby="price-title">
      <h2 id="price-title">{t('price.title')}</h2>
      <TextField
        {...form.field('discount_code')}
        label={t('price.discount')}
        optional
        dir="ltr"
        autoComplete="off"
        ref={code}
        autoFocus={newest !== undefined}
      />
      <PriceButton className={quote ? 'btn' : 'btn btn-go btn-lg'}>
        {t(quote ? 'price.update' : 'price.show')}
      </PriceButton>
      {isVisitor && <SignInOffer from="discount" />}
      <div className="only-s stack">
        <PriceOrReason {...{ ad, quote, hasErrors }} />
      </div>
    </section>
  )
}

/** The bill, or why there is none yet. */
export function PriceOrReason({ ad, quote, hasErrors }: { ad: ShownAd; quote: ShownQuote | null; hasErrors: boolean }) {
  const t = useText('booking')
  if (quote) {
    return (
      <>
        {!quote.available && <Note kind="warn">{t('taken.title')}</Note>}
        <QuoteBill quote={quote} />
        <RentalTerms {...quote} company={ad.company} />
      </>
    )
  }
  return (
    <>
      <p className="soft">{t(hasErrors ? 'price.fix' : 'price.chooseDates')}</p>
      <TierPrices ad={ad} />
    </>
  )
}

function PriceButton({ className, children }: { className: string; children: string }) {
  return (
    <SubmitButton name="intent" value="price" className={className} formNoValidate>
      {children}
    </SubmitButton>
  )
}

import { KeyTerms, KeyTermsNote } from '#app/features/key-terms/key-terms.tsx'
import { keyTermsOf } from '#app/features/key-terms/of-voucher.ts'
import { QuoteTag } from '#app/features/quote/quote-tag.tsx'
import { RentalBill } from '#app/features/reservation/rental-bill.tsx'
import { Trip } from '#app/features/reservation/trip.tsx'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { CURRENCY_IDS } from '#app/rules/constants.ts'
import { isAnswerable } from '#app/rules/reservation/quote.ts'
import { Bill } from '#app/ui/bill.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Card, Facts } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type ReplyForm, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { decoration } from '#app/web/page/decoration.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/quote'
import { ChangeCard, changedNames } from './change-card.tsx'
import { answerQuoteForm, type OwnQuote, type PricedQuote, quoteAt } from './quote-form.server.ts'

export const handle: PageHandle = {
  areas: ['quote', 'bill', 'terms', 'vehicle', 'booking', 'counter', 'errors', 'cover'],
  noJs: true,
  private: true,
  noIndex: true,
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const quote = await quoteAt(context, params.id)
  const { ad, currency } = quote
  const asked = apiOf(context).reservations.rental({ id: ad.id, currency: CURRENCY_IDS[currency] })
  const isOpen = isAnswerable(quote.offer.state)
  const rental = isOpen ? await decoration(context, 'rental', asked, null) : null
  const t = textFor(language, 'quote')
  const title = t('title', { number: numberIn(language, quote.number) })
  const meta = { title, description: t('offer', { company: quote.company.name }) }
  return { meta, title, quote, rental, now: new Date().toISOString() }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  return answerQuoteForm(context, await quoteAt(context, params.id), await request.formData())
}

/** A held offer as its customer sees it: what it is, the key terms, what may be changed, and the answer (screen 04). */
export default function QuotePage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('quote')
  const { title, quote } = loaderData
  const { state } = quote.offer
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <div className="page-head">
          <div className="row">
            <h1>{title}</h1>
            <QuoteTag state={state} label={t(`state.${state}`)} />
          </div>
          <p className="soft">{t('for', { name: quote.fullname, company: quote.company.name })}</p>
        </div>
        {isAnswerable(state) ? (
          <OpenQuote loaded={loaderData} answered={actionData} />
        ) : (
          <div className="stack">
            <OverNote quote={quote} />
            <OfferCard quote={quote} />
          </div>
        )}
      </div>
    </main>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function OpenQuote({ loaded, answered }: { loaded: Loaded; answered: Route.ComponentProps['actionData'] }) {
  const t = useText('quote')
  const terms = useText('terms')
  const { quote, rental, now } = loaded
  const { offer, suspended, company } = quote
  const { priced = null, taken = false } = answered ?? {}
  const reply = answered?.form
  const isDeclining = reply?.initialValue?.intent === 'decline'
  const form = useReply('quote', { reply: isDeclining ? undefined : reply, initial: initialOf(quote) })
  const declining = useReply('decline', { reply: isDeclining ? reply : undefined })
  const mayChange = rental !== null && (offer.may.extras || offer.may.places || offer.may.times)
  return (
    <div className="stack">
      <Held quote={quote} />
      {suspended && <Note kind="warn">{t('suspended')}</Note>}
      {taken && (
        <Note kind="warn" role="alert">
          {t('taken')}
        </Note>
      )}
      <PostForm {...form.props} noValidate className="cols cols-b" aria-label={t('title', { number: '' }).trim()}>
        <div className="stack stack-6">
          <ErrorSummary id="quote-errors" entries={form.summary(changedNames(t))} />
          <OfferCard quote={quote} />
          <Card id="six" title={terms('title')} className="stack">
            <KeyTerms facts={keyTermsOf(quote, now)} />
            <KeyTermsNote />
          </Card>
          {mayChange ? (
            <ChangeCard form={form} quote={quote} rental={rental} />
          ) : (
            <p className="soft">{t('change.none', { company: company.name })}</p>
          )}
        </div>
        <aside className="side stack">
          <BillCard quote={quote} priced={priced ?? quote} />
          {!suspended && <Accept form={form} total={priced ?? quote} />}
        </aside>
      </PostForm>
      <Card id="decline-card" title={t('declineTitle')} className="stack">
        <PostForm {...declining.props} className="stack" aria-label={t('decline')}>
          <ErrorSummary
            id="decline-errors"
            entries={declining.summary({ reason: t('reason', { company: company.name }) })}
          />
          <TextField
            {...declining.field('reason')}
            label={t('reason', { company: company.name })}
            maxLength={500}
            optional
          />
          <div className="row row-s">
            <SubmitButton name="intent" value="decline" className="btn">
              {t('decline')}
            </SubmitButton>
            <CallLink quote={quote} />
          </div>
        </PostForm>
      </Card>
      <p className="sm soft">{t('holder')}</p>
    </div>
  )
}

/** The form as it was offered. */
function initialOf(quote: OwnQuote): Record<string, string | undefined> {
  const flag = (on: boolean) => (on ? 'on' : undefined)
  return {
    start_time: quote.start_time,
    end_time: quote.end_time,
    from: quote.receive.place ? String(quote.receive.place.id) : '',
    to: quote.return.place ? String(quote.return.place.id) : '',
    child_seat_count: String(quote.child_seat_count),
    extra_driver: flag(quote.extra_driver),
    internet: flag(quote.internet),
    supplemental_insurance: flag(quote.supplemental_insurance),
  }
}

function useAt(quote: OwnQuote) {
  const { language } = useLanguage()
  return (instant: string) => formatInstant(new Date(instant), quote.city.zone, language, 'weekday')
}

function Held({ quote }: { quote: OwnQuote }) {
  const t = useText('quote')
  const at = useAt(quote)
  return (
    <Note>
      <b>{t('held', { time: at(quote.offer.stands_until) })}</b> {t('heldText')}
    </Note>
  )
}

function OverNote({ quote }: { quote: OwnQuote }) {
  const t = useText('quote')
  const { language } = useLanguage()
  const at = useAt(quote)
  const { state, stands_until, answer } = quote.offer
  if (state === 'OPEN' || state === 'SEEN') return null
  return (
    <div className="stack">
      <Note kind={state === 'ACCEPTED' ? 'ok' : 'warn'}>
        {t.loose(`over.${state}`, { time: at(stands_until), company: quote.company.name })}
        {state === 'WITHDRAWN' && answer && (
          <p className="pre">
            <bdi>{answer}</bdi>
          </p>
        )}
      </Note>
      <div className="row row-s">
        {state === 'ACCEPTED' ? (
          <a className="btn btn-go" href={pathIn(language, `/voucher/${quote.id}`)}>
            {t('seeReservation')}
          </a>
        ) : (
          <a className="btn btn-go" href={pathIn(language, '/')}>
            {t('search')}
          </a>
        )}
        <CallLink quote={quote} />
      </div>
    </div>
  )
}

function CallLink({ quote: { company } }: { quote: OwnQuote }) {
  const t = useText('quote')
  return (
    <a className="btn" href={`tel:${company.phone}`}>
      <Icon name="phone" />
      {t('call', { company: company.name })}
    </a>
  )
}

function OfferCard({ quote }: { quote: OwnQuote }) {
  const t = useText('quote')
  const { ad, offer, days, receive } = quote
  const placeOf = ({ place, address }: OwnQuote['receive']) => place?.name ?? address
  const [from, to] = [placeOf(receive), placeOf(quote.return)]
  return (
    <Card id="offer" title={t('offer', { company: quote.company.name })} className="stack">
      <p className="b">{ad.title}</p>
      <Trip
        start={{ date: quote.start_date, time: quote.start_time }}
        end={{ date: quote.end_date, time: quote.end_time }}
        days={days}
      />
      <Facts
        facts={[
          { key: 'from', label: t('change.receive'), value: from },
          { key: 'to', label: t('change.return'), value: to },
        ]}
      />
      {offer.message && (
        <blockquote className="note">
          <div>
            <p className="pre">
              <bdi>{offer.message}</bdi>
            </p>
            {offer.by && (
              <p className="sm soft">
                <bdi>{offer.by}</bdi>
              </p>
            )}
          </div>
        </blockquote>
      )}
    </Card>
  )
}

function BillCard({ quote, priced }: { quote: OwnQuote; priced: PricedQuote }) {
  const t = useText('quote')
  const terms = useText('terms')
  const { currency, payable_now, due_at_desk } = priced
  return (
    <Card id="bill" title={t('bill')} className="stack">
      <RentalBill bill={priced} />
      <Bill
        currency={currency}
        lines={[
          { label: t('now'), amount: payable_now },
          { label: t('atPickUp'), amount: due_at_desk },
          ...(quote.guarantee_amount > 0 ? [{ label: t('deposit'), amount: quote.guarantee_amount }] : []),
        ]}
      />
      <p className="sm soft">{terms('allIn')}</p>
    </Card>
  )
}

function Accept({ form, total }: { form: ReplyForm; total: PricedQuote }) {
  const t = useText('quote')
  const { language } = useLanguage()
  const amount = formatMoney(total.payable_now, total.currency, language)
  return (
    <>
      <input type="hidden" name="shown_total" value={total.total} />
      <div>
        <Checkbox
          id={form.field('agreed').id}
          name="agreed"
          fieldErrors={form.fieldErrors('agreed')}
          checked={form.isChosen('agreed')}
        >
          {t('agreed')}
        </Checkbox>
      </div>
      <SubmitButton name="intent" value="accept">
        {total.payable_now > 0 ? t('acceptPay', { amount }) : t('accept')}
      </SubmitButton>
    </>
  )
}

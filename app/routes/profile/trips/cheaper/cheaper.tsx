import type { ReactNode } from 'react'
import { redirect } from 'react-router'
import { z } from 'zod'
import { Whole } from '#app/contract/shapes/shapes.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatModelYear } from '#app/i18n/format/model-year.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { Picture } from '#app/ui/brand/picture.tsx'
import { Card, Facts } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { ownTrip } from '../own-trip.server.ts'
import { TripSubpage } from '../trip-subpage.tsx'
import type { Route } from './+types/cheaper'

export const handle: PageHandle = {
  areas: ['cheaper', 'trips', 'vehicle', 'errors'],
  noJs: true,
  private: true,
  noIndex: true,
}

const SwitchForm = z.object({ shown_total: Whole })

export async function loader({ context, params }: Route.LoaderArgs) {
  const trip = await ownTrip(context, params.id)
  const offer = await apiOf(context).reservations.cheaper.read({ id: trip.id })
  const { id, number, currency, paid, refunded, company } = trip
  return {
    meta: { title: textFor(context.get(siteContext).language, 'cheaper')('title') },
    trip: { id, number, currency, title: trip.ad.title, company: company.name, kept: paid - refunded },
    offer,
  }
}

/** Switches to the offer, or keeps the reservation. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const trip = await ownTrip(context, params.id)
  const { id } = trip
  const { language } = context.get(siteContext)
  const t = textFor(language, 'cheaper')
  const { cheaper } = apiOf(context).reservations
  const fields = await request.formData()
  const money = (amount: number) => formatMoney(amount, trip.currency, language)
  if (fields.get('intent') === 'keep') {
    await cheaper.keep({ id })
    return goOn(context, `/profile/reservation/${id}`, t('kept'))
  }
  if (fields.get('intent') !== 'switch') throw redirect(`/profile/reservation/${id}/cheaper`, 303)
  return answerForm(
    { context, request: fields },
    SwitchForm,
    async ({ shown_total }) => {
      const made = await cheaper.switch({ id, shown_total })
      const amount = money(made.to_wallet)
      return {
        to: `/profile/reservation/${made.id}`,
        said: t(made.to_wallet > 0 ? 'doneWallet' : 'done', { number: numberIn(language, made.number), amount }),
      }
    },
    (error) => ({
      at: {
        VEHICLE_TAKEN: { '': ['vehicle_taken'] },
        NOT_CHANGEABLE: { '': ['cheaper_late'] },
        ...(isCallError(error, 'PRICE_CHANGED') && {
          PRICE_CHANGED: {
            '': [
              { key: 'price_changed', values: { before: money(error.data.shown), now: money(error.data.now.total) } },
            ],
          },
        }),
      },
    }),
  )
}

type Loaded = Route.ComponentProps['loaderData']

/** One cheaper offer for a trip that can still be cancelled free of charge, and the switch to it (design/golive, 47). */
export default function CheaperPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('cheaper')
  const { language } = useLanguage()
  const { trip, offer } = loaderData
  const form = useReply('cheaper', { reply: actionData && 'form' in actionData ? actionData.form : undefined })
  return (
    <TripSubpage trip={trip} title={t('title')}>
      <div className="stack max-w-2xl">
        <ErrorSummary id="cheaper-errors" entries={form.summary({ shown_total: t('total') })} />
        {offer ? (
          <>
            <OfferCard trip={trip} offer={offer} />
            <PostForm {...form.props} className="stack">
              <input type="hidden" name="shown_total" value={offer.total} />
              <p className="sm soft">{t('what', { number: numberIn(language, trip.number) })}</p>
              <div className="row">
                <SubmitButton name="intent" value="switch" className="btn btn-go btn-lg">
                  {t('switch', { amount: formatMoney(offer.total, offer.currency, language) })}
                </SubmitButton>{' '}
                <SubmitButton name="intent" value="keep" className="btn btn-lg">
                  {t('keep')}
                </SubmitButton>
              </div>
            </PostForm>
          </>
        ) : (
          <Note kind="warn">{t('gone')}</Note>
        )}
        <div>
          <a className="btn" href={pathIn(language, `/profile/reservation/${trip.id}`)}>
            {t('back')}
          </a>
        </div>
      </div>
    </TripSubpage>
  )
}

function OfferCard({ trip, offer }: { trip: Loaded['trip']; offer: NonNullable<Loaded['offer']> }) {
  const t = useText('cheaper')
  const vehicle = useText('vehicle')
  const { language } = useLanguage()
  const money = (amount: number) => formatMoney(amount, offer.currency, language)
  const kind = vehicle(`trust.${offer.trust_type}`)
  const facts: { key: string; label: string; value: ReactNode }[] = [
    { key: 'company', label: t('company'), value: offer.company.name },
    { key: 'place', label: t('place'), value: offer.place },
    {
      key: 'total',
      label: t('total'),
      value: (
        <>
          <p>{t('cheaperBy', { total: money(offer.total), saving: money(offer.saving) })}</p>
          <p className="sm soft">{t('before', { amount: money(offer.before), company: trip.company })}</p>
        </>
      ),
    },
    {
      key: 'paid',
      label: t('paid'),
      value:
        offer.to_wallet > 0
          ? t('paidRest', { paid: money(trip.kept), now: money(offer.payable_now), rest: money(offer.to_wallet) })
          : t('paidAll', { paid: money(trip.kept) }),
    },
    { key: 'desk', label: t('desk'), value: money(offer.due_at_desk) },
    {
      key: 'deposit',
      label: t('deposit'),
      value:
        offer.trust_type === 'DEPOSIT_FREE' ? kind : t('depositValue', { kind, amount: money(offer.guarantee_amount) }),
    },
    {
      key: 'free',
      label: t('free'),
      value: formatInstant(new Date(offer.free_until), offer.zone, language, 'weekday'),
    },
  ]
  return (
    <Card id="offer" title={offer.ad.title} className="stack">
      <div className="row tight">
        <div className="studio w-28 flex-none">
          <Picture name={offer.ad.picture} alt="" />
        </div>
        <p className="soft">
          {formatModelYear(offer.ad.year, offer.zone, language)}
          {' · '}
          {t('once')}
        </p>
      </div>
      <Facts facts={facts} />
    </Card>
  )
}

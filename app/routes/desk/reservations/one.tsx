import { type RouterContextProvider, useOutletContext } from 'react-router'
import { z } from 'zod'
import { DriverRecordFields } from '#app/contract/company/reservations/driver-record.ts'
import { NoteFields } from '#app/contract/company/reservations/reservations.ts'
import { GivenReason } from '#app/contract/company/written.ts'
import { PictureUpload } from '#app/contract/shapes/shapes.ts'
import { Plate } from '#app/features/desk/plate.tsx'
import { MonthlyCard } from '#app/features/monthly/monthly-card.tsx'
import { CompareLink } from '#app/features/protocol/compared-photos.tsx'
import { RecordCard } from '#app/features/protocol/record-card.tsx'
import { qrCodeOf } from '#app/features/qr/qr-code.server.ts'
import { StatusTag } from '#app/features/reservation/status-tag.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { dateIn } from '#app/rules/time/rental-time.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { NoFields } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { DeskFrame } from '../shell/desk-frame.ts'
import { useListCrumb } from '../shell/use-list-crumb.ts'
import type { Route } from './+types/one'
import { UndoBookingCard } from './booking/undo-card.tsx'
import { CheckInCard } from './check-in/check-in-card.tsx'
import { DriverRecordCard } from './driver-record-card.tsx'
import { CustomerCard, WhenCard } from './facts.tsx'
import { HistoryCard, NotesCard } from './history.tsx'
import { answerChargeForm } from './money/charge-forms.server.ts'
import { ChargesCard } from './money/charges-card.tsx'
import { DepositCard } from './money/deposit-card.tsx'
import { MoneyCard } from './money/money-card.tsx'
import { NextCard } from './next-card.tsx'
import { deskReservation } from './own.server.ts'
import { PayCard } from './pay-card.tsx'
import { QuoteCard } from './quote/quote-card.tsx'
import { answerQuoteForms } from './quote/quote-forms.server.ts'

export const handle: PageHandle = {
  areas: ['voucher', 'bill', 'protocol', 'counter', 'quote', 'errors', 'deposit', 'checkin', 'keybox', 'monthly'],
  noJs: true,
}

type Context = Readonly<RouterContextProvider>

export async function loader({ context, params }: Route.LoaderArgs) {
  const { language, origin } = context.get(siteContext)
  const t = textFor(language, 'desk')
  const one = await deskReservation(context, params.id)
  const address = one.pay_path && origin + pathIn(one.language, one.pay_path)
  const pay = address ? { address, qr: qrCodeOf(address) } : null
  const title = t('one.title', { number: numberIn(language, one.number) })
  const now = new Date()
  return { meta: { title }, one, pay, now: now.toISOString(), today: dateIn(one.city.zone, now) }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const one = await deskReservation(context, params.id)
  const { id } = one
  const fields = await request.formData()
  switch (fields.get('intent')) {
    case 'undo':
      return undo(context, id, fields)
    case 'undo_booking':
      return undoBooking(context, id, fields)
    case 'extend_quote':
    case 'withdraw_quote':
      return answerQuoteForms(context, one, fields)
    case 'note':
      return addNote(context, id, fields)
    case 'driver':
      return recordDriver(context, id, fields)
    case 'guarantee':
      return addGuarantee(context, id, fields)
    default:
      return answerChargeForm(context, id, fields)
  }
}

export default function DeskReservationPage({
  loaderData: { one, pay, now, today },
  actionData,
}: Route.ComponentProps) {
  const t = useText('desk')
  const { language } = useLanguage()
  const protocol = useText('protocol')
  const quote = useText('quote')
  const { role } = useOutletContext<DeskFrame>()
  const list = useListCrumb()
  const form = useReply('note', { reply: actionData?.form })
  return (
    <>
      <Breadcrumbs crumbs={[list, { label: numberIn(language, one.number) }]} />
      <div className="head row">
        <h1>
          <bdi>{one.fullname}</bdi>
        </h1>
        <StatusTag status={one.status} />
        <Plate text={one.plate} />
      </div>
      <ErrorSummary
        id="errors"
        entries={form.summary({
          body: t('one.note'),
          image: t('one.guaranteePicture'),
          way: protocol('by'),
          reference: protocol('reference'),
          message: protocol('statement.answer.label'),
          stands: quote('desk.extend'),
          reason: quote('desk.withdrawReason'),
        })}
      />
      <div className="duo">
        <div className="stack">
          {one.offer && <QuoteCard one={one} offer={one.offer} link={pay} reply={actionData?.form} today={today} />}
          {one.undo_booking_until && (
            <UndoBookingCard one={one} until={one.undo_booking_until} reply={actionData?.form} />
          )}
          {pay && one.offer?.state !== 'OPEN' && one.offer?.state !== 'SEEN' && <PayCard one={one} pay={pay} />}
          <NextCard one={one} now={now} form={form} />
          <CheckInCard one={one} />
          <DepositCard one={one} isDriver={role === 'DRIVER'} />
          <ChargesCard one={one} form={form} isDriver={role === 'DRIVER'} />
          <WhenCard one={one} />
          <CustomerCard one={one} />
          {one.protocols.map((record) => (
            <RecordCard
              key={record.id}
              record={record}
              reservation={one.id}
              category={one.ad.category}
              zone={one.city.zone}
              currency={one.currency}
              correct={role === 'DRIVER' ? undefined : pathIn(language, correctionPath(one.id, record.kind))}
            />
          ))}
          <CompareLink protocols={one.protocols} to={`/desk/reservations/${one.id}/photos`} />
          <HistoryCard one={one} />
        </div>
        <aside className="stack">
          <MoneyCard one={one} />
          <DriverRecordCard one={one} />
          {role !== 'DRIVER' && (
            <MonthlyCard monthly={one.monthly} currency={one.currency} path={`/desk/reservations/${one.id}/plan`} />
          )}
          <NotesCard one={one} form={form} />
          <ul className="list">
            {role !== 'DRIVER' && (
              <li>
                <a href={pathIn(language, `/desk/reservations/${one.id}/contract`)}>
                  <Icon name="edit" />
                  {t('one.contract')}
                </a>
              </li>
            )}
            {role !== 'DRIVER' && (
              <li>
                <a href={pathIn(language, `/desk/reservations/${one.id}/invoices`)}>
                  <Icon name="receipt" />
                  {t('one.invoices')}
                </a>
              </li>
            )}
            <li>
              <a href={pathIn(language, `/voucher/${one.id}`)}>
                <Icon name="ticket" />
                {t('one.voucher')}
              </a>
            </li>
          </ul>
        </aside>
      </div>
    </>
  )
}

const correctionPath = (id: string, kind: 'PICK_UP' | 'RETURN') =>
  `/desk/reservations/${id}/odometer/${kind === 'PICK_UP' ? 'pick-up' : 'return'}`

async function undo(context: Context, id: string, fields: FormData) {
  const { language } = context.get(siteContext)
  return answerForm({ context, request: fields }, NoFields, async () => {
    await apiOf(context).company.reservations.undo({ id })
    return { to: `/desk/reservations/${id}`, said: textFor(language, 'desk')('done.undo') }
  })
}

async function undoBooking(context: Context, id: string, fields: FormData) {
  const { language } = context.get(siteContext)
  return answerForm(
    { context, request: fields },
    z.object({ reason: GivenReason }),
    async ({ reason }) => {
      await apiOf(context).company.reservations.undoBooking({ id, reason })
      return { to: `/desk/reservations/${id}`, said: textFor(language, 'counter')('undoDone') }
    },
    { at: { UNDO_OVER: { '': ['undo_over'] } } },
  )
}

async function addNote(context: Context, id: string, fields: FormData) {
  const { language } = context.get(siteContext)
  return answerForm({ context, request: fields }, NoteFields, async ({ body }) => {
    await apiOf(context).company.reservations.addNote({ id, body })
    return { to: `/desk/reservations/${id}`, said: textFor(language, 'desk')('done.note') }
  })
}

async function recordDriver(context: Context, id: string, fields: FormData) {
  const { language } = context.get(siteContext)
  return answerForm(
    { context, request: fields },
    DriverRecordFields,
    async (facts) => {
      await apiOf(context).company.reservations.recordDriver({ id, ...facts })
      return { to: `/desk/reservations/${id}`, said: textFor(language, 'desk')('driver.done') }
    },
    { at: { STATUS_CONFLICT: { '': ['moved_meanwhile'] } } },
  )
}

/** Stores the picture that staff add, and comes back to the reservation. */
function addGuarantee(context: Context, id: string, fields: FormData) {
  const { language } = context.get(siteContext)
  return answerForm(
    { context, request: fields },
    PictureUpload,
    async ({ image }) => {
      await apiOf(context).reservations.uploadDeposit({ reservation: id, image })
      return { to: `/desk/reservations/${id}`, said: textFor(language, 'desk')('done.guarantee') }
    },
    { at: { TOO_MANY_REQUESTS: { image: ['too_many_requests'] } } },
  )
}

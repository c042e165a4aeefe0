import { type RouterContextProvider, useOutletContext } from 'react-router'
import { NoteFields } from '#app/contract/company/reservations/reservations.ts'
import { Plate } from '#app/features/desk/plate.tsx'
import { RecordCard } from '#app/features/protocol/record-card.tsx'
import { qrCodeOf } from '#app/features/qr/qr-code.server.ts'
import { StatusTag } from '#app/features/reservation/status-tag.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
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
import { CustomerCard, WhenCard } from './facts.tsx'
import { HistoryCard, NotesCard } from './history.tsx'
import { answerChargeForm } from './money/charge-forms.server.ts'
import { ChargesCard } from './money/charges-card.tsx'
import { MoneyCard } from './money/money-card.tsx'
import { NextCard } from './next-card.tsx'
import { deskReservation } from './own.server.ts'
import { PayCard } from './pay-card.tsx'

export const handle: PageHandle = { areas: ['voucher', 'bill', 'protocol', 'counter', 'errors'], noJs: true }

type Context = Readonly<RouterContextProvider>

export async function loader({ context, params }: Route.LoaderArgs) {
  const { language, origin } = context.get(siteContext)
  const t = textFor(language, 'desk')
  const one = await deskReservation(context, params.id)
  const address = one.pay_path && origin + pathIn(one.language, one.pay_path)
  const pay = address ? { address, qr: qrCodeOf(address) } : null
  const title = t('one.title', { number: numberIn(language, one.number) })
  return { meta: { title }, one, pay, now: new Date().toISOString() }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id } = await deskReservation(context, params.id)
  const fields = await request.formData()
  switch (fields.get('intent')) {
    case 'undo':
      return undo(context, id, fields)
    case 'note':
      return addNote(context, id, fields)
    default:
      return answerChargeForm(context, id, fields)
  }
}

export default function DeskReservationPage({ loaderData: { one, pay, now }, actionData }: Route.ComponentProps) {
  const t = useText('desk')
  const { language } = useLanguage()
  const protocol = useText('protocol')
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
          way: protocol('by'),
          reference: protocol('reference'),
          message: protocol('statement.answer.label'),
        })}
      />
      <div className="duo">
        <div className="stack">
          {pay && <PayCard one={one} pay={pay} />}
          <NextCard one={one} now={now} />
          <ChargesCard one={one} form={form} />
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
          <HistoryCard one={one} />
        </div>
        <aside className="stack">
          <MoneyCard one={one} />
          <NotesCard one={one} form={form} />
          <ul className="list">
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

async function addNote(context: Context, id: string, fields: FormData) {
  const { language } = context.get(siteContext)
  return answerForm({ context, request: fields }, NoteFields, async ({ body }) => {
    await apiOf(context).company.reservations.addNote({ id, body })
    return { to: `/desk/reservations/${id}`, said: textFor(language, 'desk')('done.note') }
  })
}

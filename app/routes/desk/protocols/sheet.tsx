import { data, redirect } from 'react-router'
import type { z } from 'zod'
import type { ProtocolSheet } from '#app/contract/company/protocols.ts'
import { DriverNames } from '#app/features/check-in/further-drivers.tsx'
import { Plate } from '#app/features/desk/plate.tsx'
import { photoAnswer, type TakenPhoto, takePhotos } from '#app/features/protocol/take-photos.server.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { deskReservation } from '#app/routes/desk/reservations/own.server.ts'
import { useListCrumb } from '#app/routes/desk/shell/use-list-crumb.ts'
import { type DraftFields, PHOTO_VIEWS, type PhotoView, type ProtocolKind } from '#app/rules/reservation/protocol.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { fieldErrorsOf, isCallError } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { FieldErrors, FormReply } from '#app/web/page/forms.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/sheet'
import { draftIn, finishedOf, intentOf } from './draft-form.server.ts'
import { SheetForm } from './sheet-form.tsx'

export const handle: PageHandle = { areas: ['protocol', 'checkin', 'files', 'due', 'voucher', 'errors'], eager: true }

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const kind = kindOf(url.pathname)
  const one = await deskReservation(context, params.id)
  const isOpen = one.actions.includes(kind === 'PICK_UP' ? 'hand_over' : 'take_back')
  const page = {
    meta: {
      title: textFor(language, 'protocol')(`title.${kind}`, { name: one.fullname }),
      description: textFor(language, 'desk')('description'),
    },
    kind,
    one,
    sheet: isOpen ? await apiOf(context).company.protocols.read({ id: one.id, kind }) : null,
  }
  // Somebody else was faster, or it is not the time: said with what is the case now.
  return isOpen ? page : data(page, { status: 409 })
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

/**
 * Every press keeps what was typed and the photos that came first, then does what it asks for: so nothing is lost on a bad
 * line, whatever is wrong with the rest.
 */
export async function action({ context, params, request, url }: Route.ActionArgs) {
  const { language } = context.get(siteContext)
  const kind = kindOf(url.pathname)
  const { company } = apiOf(context)
  const one = await deskReservation(context, params.id)
  const { id, currency } = one
  const fields = await request.formData()
  const intent = intentOf(fields)
  const here = `/desk/reservations/${id}/${kind === 'PICK_UP' ? 'hand-over' : 'take-back'}`
  const before = await company.protocols.read({ id, kind })
  const typed = draftIn(fields, before.draft?.fields ?? {})
  try {
    if (intent.name === 'unphoto') await company.protocols.removePhoto({ id, photo: intent.value })
    const add = (photo: TakenPhoto<PhotoView>) => company.protocols.addPhoto({ id, kind, ...photo })
    const wrongPhotos = await takePhotos(context, { views: PHOTO_VIEWS, fields, add })
    if (intent.name === 'photo') return photoAnswer(wrongPhotos)
    // A finished record that the same person sends again is answered by the call itself.
    const isOpen = one.status === (kind === 'PICK_UP' ? 'CONFIRMED' : 'ACTIVE')
    if (isOpen || intent.name !== 'finish')
      await company.protocols.saveDraft({ id, kind, revision: Number(fields.get('revision')) || 0, fields: typed })
    if (Object.keys(wrongPhotos).length > 0) return again(wrongPhotos, typed)
    if (intent.name !== 'finish') {
      if (intent.name === 'draft') return goOn(context, here, textFor(language, 'protocol')('saved'))
      return redirect(`${here}#${intent.name === 'unphoto' ? 'photos' : 'damage'}`, { status: 303 })
    }
    const finished = finishedOf(typed, currency)
    if (Object.keys(finished.errors).length > 0) return again(finished.errors, typed)
    const { proposal } = await company.protocols.finish({ id, kind, ...finished.fields })
    const done = textFor(language, 'desk')(kind === 'PICK_UP' ? 'act.hand_over.done' : 'act.take_back.done')
    const waits = proposal ? ` ${textFor(language, 'protocol')('unsent.waits')}` : ''
    return goOn(context, `/desk/reservations/${id}`, done + waits)
  } catch (error) {
    if (isCallError(error, 'INVALID_FIELDS')) return again(fieldErrorsOf(error), typed)
    if (isCallError(error, 'DRAFT_CHANGED')) return again({ '': ['draft_changed'] }, typed, 409)
    if (isCallError(error, 'PROTOCOL_CLOSED', 'STATUS_CONFLICT')) return again({ '': ['protocol_closed'] }, typed, 409)
    throw error
  }
}

export type Sheet = z.infer<typeof ProtocolSheet>

export default function SheetPage({ loaderData: { kind, one, sheet }, actionData }: Route.ComponentProps) {
  const t = useText('protocol')
  const checkIn = useText('checkin')
  const { language } = useLanguage()
  const draft = actionData?.typed ?? sheet?.draft?.fields ?? {}
  const form = useReply('sheet', { reply: actionData?.form, initial: initialOf(draft, { kind, one, sheet }) })
  const back = pathIn(language, `/desk/reservations/${one.id}`)
  const list = useListCrumb()
  return (
    <>
      <Breadcrumbs
        crumbs={[list, { label: numberIn(language, one.number), href: back }, { label: t(`record.${kind}`) }]}
      />
      <div className="head row">
        <h1>{t(`title.${kind}`, { name: one.fullname })}</h1>
        <Plate text={one.plate} />
      </div>
      <ErrorSummary id="errors" entries={form.summary(useLabels({ kind, sheet }))} />
      {one.check_in && one.check_in.drivers.length > 0 && (
        <section className="card stack stack-1" aria-labelledby="drivers-title">
          <h2 id="drivers-title">{checkIn('part.DRIVERS')}</h2>
          <DriverNames drivers={one.check_in.drivers} />
        </section>
      )}
      {sheet ? <SheetForm one={one} sheet={sheet} draft={draft} form={form} /> : <Closed one={one} back={back} />}
    </>
  )
}

function Closed({ one, back }: { one: Route.ComponentProps['loaderData']['one']; back: string }) {
  const desk = useText('desk')
  const voucher = useText('voucher')
  return (
    <div className="card stack">
      <Note kind="warn" role="alert">
        {desk('act.gone', { status: voucher(`status.${one.status}`) })}
      </Note>
      <div>
        <a className="btn btn-go" href={back}>
          {desk('act.back')}
        </a>
      </div>
    </div>
  )
}

/** What the fields hold before anybody typed: both names, and at a return the deposit that is held. */
function initialOf(
  draft: DraftFields,
  { kind, one, sheet }: Pick<Route.ComponentProps['loaderData'], 'kind' | 'one' | 'sheet'>,
): Record<string, string | undefined> {
  const { marks: _, kit: __, gone: ___, ...typed } = draft
  const [giver, taker] = kind === 'PICK_UP' ? [sheet?.staff, one.fullname] : [one.fullname, sheet?.staff]
  return { handed_by: giver ?? undefined, received_by: taker ?? undefined, ...typed }
}

function useLabels({ kind, sheet }: { kind: ProtocolKind; sheet: Sheet | null }): Record<string, string> {
  const t = useText('protocol')
  return {
    odometer: t('fact.odometer'),
    level: t(sheet?.energy === 'CHARGE' ? 'fact.charge' : 'fact.fuel'),
    keys: t('fact.keys'),
    marks: t('part.damage'),
    ...Object.fromEntries(PHOTO_VIEWS.map((view) => [`photo.${view}`, t(`view.${view}`)])),
    received: t('fact.RENT'),
    received_way: t('by'),
    reference: t('reference'),
    open_reason: t('rent.openReason'),
    papers_reason: t('papers.reason'),
    deposit: t(kind === 'PICK_UP' ? 'fact.DEPOSIT' : 'fact.DEPOSIT_BACK'),
    deposit_way: t('by'),
    handed_by: t('fact.handed_by'),
    received_by: t('fact.received_by'),
    note: t('fact.note'),
  }
}

function kindOf(pathname: string): ProtocolKind {
  return pathname.endsWith('/take-back') ? 'RETURN' : 'PICK_UP'
}

/** The form again with everything typed and all that is wrong. */
function again(errors: FieldErrors, typed: DraftFields, status = 400) {
  const error = Object.fromEntries(
    Object.entries(errors).map(([name, list]) => [
      name.split('.')[0] === 'marks' ? 'marks' : name,
      list.map((one) => (typeof one === 'string' ? { key: one } : one)),
    ]),
  )
  const form: FormReply = { status: 'error', error }
  return data({ form, typed }, { status })
}

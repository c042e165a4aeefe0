import { EditedChargeFields } from '#app/contract/company/protocols.ts'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { AmountText } from '#app/contract/shapes/text.ts'
import { type ShownProposal, useChargeWords } from '#app/features/protocol/proposal-lines.tsx'
import { formatMoney, unitOf } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { type DeskOne, deskReservation } from '#app/routes/desk/reservations/own.server.ts'
import { ReservationHead } from '#app/routes/desk/reservations/reservation-head.tsx'
import { amountToType, typedAmount } from '#app/rules/money/typed-amount.ts'
import { byTerms, CHARGE_LINES_MAX, PICTURE_ABOVE } from '#app/rules/reservation/charges/return-proposal.ts'
import { AmountField } from '#app/ui/desk/amount-field.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { FileField } from '#app/ui/form/file-field.tsx'
import { type FormReply, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextArea } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { orGone } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/proposal'
import { ChargeButtons, KeptPicture } from './charge-parts.tsx'

export const handle: PageHandle = { areas: ['protocol', 'voucher', 'errors'], noJs: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const one = await deskReservation(context, params.id)
  const meta = { title: textFor(context.get(siteContext).language, 'protocol')('unsent.title', { name: one.fullname }) }
  return orGone({ meta, one }, draftOf(one) !== undefined)
}

const draftOf = ({ proposals }: DeskOne) => proposals.find(({ status }) => status === 'DRAFT')
const nameOf = (index: number) => `line-${index}`

const Asked = EditedChargeFields.omit({ amounts: true }).extend({
  proposal: PublicId,
  ...Object.fromEntries(Array.from({ length: CHARGE_LINES_MAX }, (_, index) => [nameOf(index), AmountText.optional()])),
})

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id, currency, proposals } = await deskReservation(context, params.id)
  const { protocols } = apiOf(context).company
  const t = textFor(context.get(siteContext).language, 'protocol')
  const fields = await request.formData()
  const isToSend = fields.get('intent') === 'send'
  return answerForm(
    { context, request: fields },
    Asked,
    async (asked, form) => {
      const { proposal, reason, image, without_picture, former } = asked
      const draft = proposals.find((one) => one.id === proposal)
      // Pressed twice: the first press has sent it.
      if (isToSend && draft?.status === 'OPEN') return { to: `/desk/reservations/${id}`, said: t('hand.done') }
      const typed = (draft?.lines ?? []).map((_, index) =>
        typedAmount(String(asked[nameOf(index) as keyof typeof asked] ?? ''), currency),
      )
      const errors = typed.flatMap((one, index) => ('fieldError' in one ? [[nameOf(index), [one.fieldError]]] : []))
      if (errors.length > 0) return form.refuse(Object.fromEntries(errors))
      const amounts = typed.map((one) => ('minor' in one ? one.minor : 0))
      const changed = { id, proposal, amounts, former, reason, without_picture, ...(image && { image }) }
      const { amount } = await protocols.editProposal(changed)
      if (!isToSend) return { to: `/desk/reservations/${id}/proposal`, said: t('hand.saved') }
      await protocols.sendProposal({ id, proposal, amount })
      return { to: `/desk/reservations/${id}`, said: t('hand.done') }
    },
    { rename: (name) => name.replace('amounts.', 'line-') },
  )
}

/** Changes what a return asks for before the customer hears of it: each amount, the reason and the picture. */
export default function UnsentProposalPage({ loaderData: { one }, actionData }: Route.ComponentProps) {
  const t = useText('protocol')
  const desk = useText('desk')
  const { language } = useLanguage()
  const draft = draftOf(one)
  const title = t('unsent.title', { name: one.fullname })
  return (
    <>
      <ReservationHead reservation={one} crumb={t('proposal.RETURN')} title={title} />
      {draft ? (
        <EditForm one={one} draft={draft} reply={actionData?.form} />
      ) : (
        <div className="card stack">
          <Note kind="warn" role="alert">
            {t('unsent.gone')}
          </Note>
          <div>
            <a className="btn" href={pathIn(language, `/desk/reservations/${one.id}`)}>
              {desk('act.back')}
            </a>
          </div>
        </div>
      )}
    </>
  )
}

function EditForm({ one, draft, reply }: { one: DeskOne; draft: ShownProposal; reply: FormReply | undefined }) {
  const t = useText('protocol')
  const { language } = useLanguage()
  const { lines, currency, picture } = draft
  const labelOf = useChargeWords(currency)
  const form = useReply('unsent', {
    reply,
    initial: {
      reason: draft.reason ?? undefined,
      ...Object.fromEntries(lines.map(({ amount }, index) => [nameOf(index), amountToType(amount, currency)])),
    },
  })
  const amountLabel = (line: (typeof lines)[number]) =>
    t('unsent.line', { line: labelOf(line), unit: unitOf(currency, language) })
  const labels = {
    ...Object.fromEntries(lines.map((line, index) => [nameOf(index), amountLabel(line)])),
    reason: t('hand.reason'),
    image: t('hand.image'),
  }
  return (
    <>
      <ErrorSummary id="errors" entries={form.summary(labels)} />
      <div className="card stack">
        <Note>{t('unsent.text')}</Note>
        <PostForm {...form.props} encType="multipart/form-data" className="stack max-w-md">
          <input type="hidden" name="proposal" value={draft.id} />
          <input type="hidden" name="former" value={draft.amount} />
          {lines.map((line, index) => (
            <AmountField
              key={nameOf(index)}
              form={form}
              name={nameOf(index)}
              label={amountLabel(line)}
              hint={t(line.kind === 'damage' ? 'unsent.hintDamage' : 'unsent.hint', {
                amount: formatMoney(byTerms(line), currency, language),
              })}
            />
          ))}
          <TextArea
            {...form.field('reason')}
            label={labels.reason}
            hint={t('hand.reasonHint')}
            rows={4}
            maxLength={500}
            optional
          />
          {picture && <KeptPicture form={form} reservation={picture.reservation} photo={picture.photo} />}
          <FileField
            {...form.field('image')}
            accept="image/jpeg,image/png,image/webp,image/avif"
            label={labels.image}
            hint={t('unsent.imageHint', { amount: formatMoney(PICTURE_ABOVE[currency], currency, language) })}
            optional
          />
          <ChargeButtons id={one.id} />
        </PostForm>
      </div>
    </>
  )
}

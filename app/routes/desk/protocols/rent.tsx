import { RentFields, WriteOffFields } from '#app/contract/company/protocols.ts'
import { AmountText } from '#app/contract/shapes/text.ts'
import { formatMoney, unitOf } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { type DeskOne, deskReservation } from '#app/routes/desk/reservations/own.server.ts'
import { ReservationHead } from '#app/routes/desk/reservations/reservation-head.tsx'
import { amountToType } from '#app/rules/money/typed-amount.ts'
import { DESK_WAYS } from '#app/rules/reservation/protocol.ts'
import { Card } from '#app/ui/card.tsx'
import { AmountField } from '#app/ui/desk/amount-field.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type ReplyForm, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextArea, TextField } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm, answerMoneyForm } from '#app/web/page/answer-form.server.ts'
import { orGone } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/rent'

export const handle: PageHandle = { areas: ['protocol', 'voucher', 'errors'], noJs: true }

export async function loader({ context, params }: Route.LoaderArgs) {
  const one = await deskReservation(context, params.id)
  const meta = { title: textFor(context.get(siteContext).language, 'protocol')('rent.title', { name: one.fullname }) }
  return orGone({ meta, one }, one.takes_rent)
}

/** The amount is typed in whole units. */
const Received = RentFields.extend({ amount: AmountText })

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id, currency } = await deskReservation(context, params.id)
  const t = textFor(context.get(siteContext).language, 'protocol')
  const to = `/desk/reservations/${id}`
  const fields = await request.formData()
  if (fields.get('intent') === 'write-off') {
    return answerForm({ context, request: fields }, WriteOffFields, async (givenUp) => {
      await apiOf(context).company.protocols.writeOffRent({ id, ...givenUp })
      return { to, said: t('rent.writtenOff') }
    })
  }
  return answerMoneyForm({ context, request: fields }, Received, {
    currency,
    perform: async ({ minor, ...received }, api) => {
      await api.company.protocols.recordRent({ ...received, id, amount: minor })
      return { to, said: t('rent.done') }
    },
  })
}

/** Records rent that was received, at any time; of a closed rental the rest may be given up instead. */
export default function Rent({ loaderData: { one }, actionData }: Route.ComponentProps) {
  const t = useText('protocol')
  const desk = useText('desk')
  const { language } = useLanguage()
  const { currency, due_at_desk, takes_rent } = one
  const next = one.monthly?.chosen ? one.monthly.parts.find(({ left }) => left > 0) : undefined
  const form = useReply('rent', {
    reply: actionData?.form,
    initial: { amount: amountToType(one.due_now || (next?.left ?? due_at_desk), currency) },
  })
  return (
    <>
      <ReservationHead reservation={one} crumb={t('rent.record')} title={t('rent.title', { name: one.fullname })} />
      <ErrorSummary
        id="errors"
        entries={form.summary({
          amount: t('received', { unit: unitOf(currency, language) }),
          way: t('by'),
          reference: t('reference'),
          reason: t('rent.reason'),
        })}
      />
      <div className="stack">
        {takes_rent ? (
          <ReceivedForm one={one} form={form} />
        ) : (
          <Note kind="warn" role="alert">
            {t('rent.none')}
          </Note>
        )}
        {takes_rent && one.open_rent && <WriteOff one={one} form={form} />}
        <div>
          <a className="btn" href={pathIn(language, `/desk/reservations/${one.id}`)}>
            {desk('act.back')}
          </a>
        </div>
      </div>
    </>
  )
}

type FormProps = { one: DeskOne; form: ReplyForm }

function ReceivedForm({ one: { currency, due_at_desk }, form }: FormProps) {
  const t = useText('protocol')
  const { language } = useLanguage()
  return (
    <PostForm {...form.props} className="card stack">
      <input type="hidden" name="due" value={due_at_desk} />
      <p>{t('rent.text', { amount: formatMoney(due_at_desk, currency, language) })}</p>
      <div className="fields">
        <AmountField form={form} label={t('received', { unit: unitOf(currency, language) })} />
        <SelectField
          {...form.field('way')}
          label={t('by')}
          options={DESK_WAYS.map((way) => ({ value: way, label: t(`way.${way}`) }))}
        />
        <TextField {...form.field('reference')} label={t('reference')} maxLength={40} optional />
      </div>
      <div>
        <SubmitButton name="intent" value="record">
          {t('rent.record')}
        </SubmitButton>
      </div>
    </PostForm>
  )
}

function WriteOff({ one: { due_at_desk, open_rent }, form }: FormProps) {
  const t = useText('protocol')
  return (
    <Card id="write-off" title={t('rent.writeOff')} className="stack">
      {open_rent && <p>{t('rent.closedWith', { reason: open_rent.reason })}</p>}
      <p className="soft">{t('rent.writeOffText')}</p>
      <PostForm className="stack">
        <input type="hidden" name="due" value={due_at_desk} />
        <TextArea {...form.field('reason')} label={t('rent.reason')} rows={3} maxLength={500} required />
        <div>
          <SubmitButton name="intent" value="write-off" className="btn btn-bad">
            {t('rent.writeOff')}
          </SubmitButton>
        </div>
      </PostForm>
    </Card>
  )
}

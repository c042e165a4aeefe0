import { data, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { Lines, optionalText } from '#app/contract/text.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/ltr-text.ts'
import { formatMoney, unitOf } from '#app/i18n/money.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { DESK_WAYS } from '#app/rules/protocol.ts'
import { typedAmount } from '#app/rules/typed-amount.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { type ReplyForm, SubmitButton, useReply } from '#app/ui/form.tsx'
import { Note } from '#app/ui/note.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextArea, TextField } from '#app/ui/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { type DeskOne, deskReservation } from '../reservations/own.server.ts'
import type { Route } from './+types/rent'

export const handle: PageHandle = { areas: ['protocol', 'voucher', 'errors'], noJs: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

type Context = Readonly<RouterContextProvider>

export async function loader({ context, params }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const one = await deskReservation(context, params.id)
  const page = {
    meta: {
      title: textFor(language, 'protocol')('rent.title', { name: one.fullname }),
      description: textFor(language, 'desk')('description'),
    },
    one,
  }
  // Somebody else was faster, or nothing is open: said with what is the case now.
  return one.takes_rent ? page : data(page, { status: 409 })
}

const Due = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const Received = z.object({
  amount: z.string({ error: 'required' }).max(30, 'max_length'),
  way: z.enum(DESK_WAYS, { error: 'required' }),
  reference: optionalText(40),
  due: Due,
})
const GivenUp = z.object({ reason: Lines.min(1, 'required').max(500, 'max_length'), due: Due })

export async function action({ context, params, request }: Route.ActionArgs) {
  const one = await deskReservation(context, params.id)
  const fields = await request.formData()
  return fields.get('intent') === 'write-off' ? writeOff(context, one, fields) : record(context, one, fields)
}

async function record(context: Context, { id, currency }: DeskOne, fields: FormData) {
  const form = await parseForm(fields, Received, formPage(context))
  if (!form.ok) return form.reply
  const amount = typedAmount(form.value.amount, currency)
  if ('fieldError' in amount) return form.refuse({ amount: [amount.fieldError] })
  const t = textFor(context.get(siteContext).language, 'protocol')
  try {
    await apiOf(context).desk.recordRent({ ...form.value, id, amount: amount.minor })
    return goOn(context, `/desk/reservations/${id}`, t('rent.done'))
  } catch (error) {
    return refused(error, form)
  }
}

async function writeOff(context: Context, { id }: DeskOne, fields: FormData) {
  const form = await parseForm(fields, GivenUp, formPage(context))
  if (!form.ok) return form.reply
  const t = textFor(context.get(siteContext).language, 'protocol')
  try {
    await apiOf(context).desk.writeOffRent({ id, ...form.value })
    return goOn(context, `/desk/reservations/${id}`, t('rent.writtenOff'))
  } catch (error) {
    return refused(error, form)
  }
}

/** Records rent that was received, at any time; of a closed rental the rest may be given up instead. */
export default function Rent({ loaderData: { one }, actionData }: Route.ComponentProps) {
  const t = useText('protocol')
  const desk = useText('desk')
  const { language } = useLanguage()
  const { currency, due_at_desk, takes_rent } = one
  const whole = String(currency === 'EUR' ? due_at_desk / 100 : due_at_desk)
  const form = useReply('rent', { reply: actionData?.form, initial: { amount: whole } })
  const back = pathIn(language, `/desk/reservations/${one.id}`)
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: desk('list.title'), href: pathIn(language, '/desk/reservations') },
          { label: numberIn(language, one.number), href: back },
          { label: t('rent.record') },
        ]}
      />
      <h1 className="head">{t('rent.title', { name: one.fullname })}</h1>
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
          <a className="btn" href={back}>
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
        <TextField
          {...form.field('amount')}
          label={t('received', { unit: unitOf(currency, language) })}
          inputMode="decimal"
          maxLength={30}
          required
        />
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

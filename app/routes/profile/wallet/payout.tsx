import { randomUUID } from 'node:crypto'
import { type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { TypedCode } from '#app/contract/account/account.ts'
import { BankAccount } from '#app/contract/shapes/iban.ts'
import { CurrencyCode } from '#app/contract/shapes/shapes.ts'
import { clockOf } from '#app/features/account/clock.server.ts'
import { CodeForm } from '#app/features/account/code-form.tsx'
import {
  goOnAfterCode,
  ordered,
  type PendingCode,
  pendingCodeCookie,
  readPendingCode,
} from '#app/features/account/pending-code.server.ts'
import { RefundNote } from '#app/features/payment/refund-note.tsx'
import { codeErrors } from '#app/features/sign-in/refused-code.server.ts'
import { sentCode } from '#app/features/sign-in/sign-in-state.server.ts'
import { formatMoney, unitOf } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { CURRENCY_CODES, type CurrencyCode as Currency } from '#app/rules/constants.ts'
import { maskedIban } from '#app/rules/money/iban.ts'
import { typedAmount } from '#app/rules/money/typed-amount.ts'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, IdempotencyKey, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { EmptyState } from '#app/ui/page/empty-state.tsx'
import { Cell, Row, RowTable } from '#app/ui/page/row-table.tsx'
import { Chip, Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm, answerRead } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, NoFields, parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { requireFreshFactor } from '#app/web/session/fresh-factor.server.ts'
import { ownProfile } from '#app/web/session/own-profile.server.ts'
import type { Route } from './+types/payout'

export const handle: PageHandle = {
  title: 'wallet/payout.title',
  description: 'wallet/description',
  areas: ['wallet', 'refunds', 'info', 'login'],
}

const ADDRESS = '/profile/wallet/payout'

export async function loader({ context, url }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  const { language } = context.get(siteContext)
  const { account } = apiOf(context)
  const [{ payable, payouts }, { fullname }] = await Promise.all([account.walletPayouts(), ownProfile(context)])
  const named = CURRENCY_CODES.find((code) => code === url.searchParams.get('wallet'))
  const currency = named ?? payable.find(({ amount }) => amount > 0)?.currency ?? 'IRT'
  const waiting = url.searchParams.get('step') === 'code' ? readPendingCode(context, 'payout') : undefined
  return {
    ...{ payable, currency, fullname },
    payouts: payouts.map(({ requested_at, ...payout }) => ({ ...payout, at: clockOf(requested_at, language) })),
    idempotencyKey: randomUUID(),
    sent: waiting?.payout ? sentCode(waiting.pending, language) : null,
    order: waiting?.payout ? { ...waiting.payout, iban: maskedIban(waiting.payout.iban) } : null,
  }
}

const Order = BankAccount.extend({ currency: CurrencyCode })
const WholeForm = Order.extend({ amount: z.any() })

export async function action({ context, request }: Route.ActionArgs) {
  const fields = await request.formData()
  const intent = fields.get('intent')
  if (intent !== 'verify' && intent !== 'resend') return requestPayout(context, fields)
  const waiting = readPendingCode(context, 'payout')
  if (!waiting?.payout) return redirect(ADDRESS, 303)
  return intent === 'verify' ? verify(context, fields, waiting.payout) : resend(context, fields, waiting.payout)
}

export default function PayoutPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('wallet')
  const { language } = useLanguage()
  const { payable, currency, payouts, sent, order } = loaderData
  const some = payable.filter(({ amount }) => amount > 0)
  return (
    <>
      <h1>{t('payout.title')}</h1>
      <RefundNote />
      {sent && order && (
        <div className="card stack">
          <p className="b">
            {t('payout.check', {
              amount: formatMoney(order.amount, order.currency, language),
              holder: order.holder,
              iban: order.iban,
            })}
          </p>
          <CodeForm
            sent={sent}
            action={`${ADDRESS}?step=code`}
            submit={t('payout.confirm')}
            back={ADDRESS}
            reply={actionData?.form}
          />
        </div>
      )}
      {!sent && some.length === 0 && <p className="card">{t('payout.none')}</p>}
      {!sent && some.length > 1 && (
        <div className="row">
          {some.map((one) => (
            <Chip
              key={one.currency}
              href={pathIn(language, `${ADDRESS}?wallet=${one.currency}`)}
              isCurrent={one.currency === currency}
            >
              {formatMoney(one.amount, one.currency, language)}
            </Chip>
          ))}
        </div>
      )}
      {!sent && some.length > 0 && <OrderForm key={currency} {...loaderData} reply={actionData?.form} />}
      <Card id="payouts" title={t('payout.list')}>
        {payouts.length === 0 ? <EmptyState title={t('empty')} /> : <Payouts payouts={payouts} />}
      </Card>
    </>
  )
}

type Page = Route.ComponentProps['loaderData']

function OrderForm({ payable, currency, fullname, idempotencyKey, reply }: Page & { reply?: FormReply }) {
  const t = useText('wallet')
  const { language } = useLanguage()
  const form = useReply('payout', { reply, initial: { holder: fullname ?? undefined } })
  const most = payable.find((one) => one.currency === currency)?.amount ?? 0
  const labels = {
    amount: t('payout.amount', { unit: unitOf(currency, language) }),
    holder: t('payout.holder'),
    iban: t(`payout.iban.${currency}`),
  }
  return (
    <PostForm {...form.props} action={`${ADDRESS}?wallet=${currency}`} className="card stack">
      <ErrorSummary id="payout-errors" entries={form.summary(labels)} />
      <IdempotencyKey value={idempotencyKey} />
      <input type="hidden" name="currency" value={currency} />
      <TextField
        {...form.field('amount')}
        label={labels.amount}
        hint={t('payout.payable', { amount: formatMoney(most, currency, language) })}
        inputMode={currency === 'EUR' ? 'decimal' : 'numeric'}
        required
      />
      <TextField
        {...form.field('holder')}
        label={labels.holder}
        hint={t(`payout.holderHint.${currency}`)}
        maxLength={70}
        autoComplete="name"
        required
      />
      <TextField {...form.field('iban')} label={labels.iban} dir="ltr" maxLength={50} autoComplete="off" required />
      <div>
        <SubmitButton className="btn btn-go btn-lg">{t('payout.submit')}</SubmitButton>
      </div>
    </PostForm>
  )
}

const KINDS = { REQUESTED: 'info', IN_BATCH: 'info', SENT: 'ok', RETURNED: 'warn' } as const

function Payouts({ payouts }: { payouts: Page['payouts'] }) {
  const t = useText('wallet')
  const { language } = useLanguage()
  return (
    <RowTable label={t('payout.list')} head={[t('at'), t('payout.account'), t('amount'), t('payout.state')]}>
      {payouts.map(({ id, at, holder, iban, amount, currency, status }) => (
        <Row key={id}>
          <Cell second className="mute">
            {at}
          </Cell>
          <Cell>
            {holder} <bdi dir="ltr">{iban}</bdi>
          </Cell>
          <Cell far className="num b">
            {formatMoney(amount, currency, language)}
          </Cell>
          <Cell>
            <Tag kind={KINDS[status]}>{t(`payout.status.${status}`)}</Tag>
          </Cell>
        </Row>
      ))}
    </RowTable>
  )
}

type Context = Readonly<RouterContextProvider>
type Wanted = NonNullable<PendingCode['payout']>

/** Asks for the payout: done at once for whoever has proven a second factor, else a code is on its way. */
async function requestPayout(context: Context, fields: FormData) {
  const currency: Currency = fields.get('currency') === 'EUR' ? 'EUR' : 'IRT'
  const form = await parseForm(fields, Order, formPage(context), WholeForm)
  const typed = typedAmount(String(fields.get('amount') ?? ''), currency)
  if (!form.ok) return form.reply
  if ('fieldError' in typed) return form.refuse({ amount: [typed.fieldError] }, 400)
  const { holder, iban } = form.value
  const key = String(fields.get('idempotency_key') || randomUUID())
  const order = { currency, amount: typed.minor, holder, iban, key }
  return answerRead(context, form, () => orderPayout(context, order), codeErrors())
}

function resend(context: Context, fields: FormData, order: Wanted) {
  return answerForm({ context, request: fields }, NoFields, () => orderPayout(context, order), codeErrors())
}

async function orderPayout(context: Context, { key, ...order }: Wanted) {
  const { account } = apiOf(context, { idempotencyKey: key })
  const { id, resend_after, channels } = await account.payOutWallet(order)
  if (id !== null) return done(context)
  const { country_code, phone, email } = await ownProfile(context)
  const pending = ordered({ country_code, phone, email: email ?? undefined, channels }, resend_after ?? 0)
  const cookie = pendingCodeCookie(context, { purpose: 'payout', pending, forfeits: false, payout: { ...order, key } })
  return redirect(`${ADDRESS}?step=code`, { status: 303, headers: { 'set-cookie': cookie } })
}

function verify(context: Context, fields: FormData, { key, ...order }: Wanted) {
  const payOut = async (code: z.output<typeof TypedCode>) => {
    await apiOf(context, { idempotencyKey: key }).account.payOutWallet({ ...order, ...code })
    return done(context)
  }
  return answerForm({ context, request: fields }, TypedCode, payOut, codeErrors())
}

function done(context: Context) {
  return goOnAfterCode(context, ADDRESS, textFor(context.get(siteContext).language, 'wallet')('payout.done'))
}

import { data, Link, type RouterContextProvider, redirect } from 'react-router'
import { TypedCode } from '#app/contract/account/account.ts'
import { BankAccount } from '#app/contract/shapes/iban.ts'
import { CodeForm } from '#app/features/account/code-form.tsx'
import {
  goOnAfterCode,
  ordered,
  type PendingCode,
  pendingCodeCookie,
  readPendingCode,
} from '#app/features/account/pending-code.server.ts'
import { voucherAt } from '#app/features/reservation/voucher.server.ts'
import { refusedCode } from '#app/features/sign-in/refused-code.server.ts'
import { sentCode } from '#app/features/sign-in/sign-in-state.server.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { maskedIban } from '#app/rules/money/iban.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, NoFields, parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { requireFreshFactor } from '#app/web/session/fresh-factor.server.ts'
import { ownProfile } from '#app/web/session/own-profile.server.ts'
import type { Route } from './+types/cancel-account'

export const handle: PageHandle = {
  areas: ['voucher', 'wallet', 'info', 'login'],
  noJs: true,
  private: true,
  noIndex: true,
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  const { id, number, refund_now } = await voucherAt(context, params.id)
  const { language } = context.get(siteContext)
  const { reservations } = apiOf(context)
  const [{ currency, ways }, { fullname }] = await Promise.all([reservations.refundWays({ id }), ownProfile(context)])
  const way = ways.find((one) => one.way === 'ACCOUNT') ?? null
  const waiting = url.searchParams.get('step') === 'code' ? readPendingCode(context, 'refund') : undefined
  const refund = waiting?.refund?.id === id ? waiting.refund : undefined
  const t = textFor(language, 'voucher')
  const page = {
    meta: { title: t('meta.cancel', { number: numberIn(language, number) }), description: t('meta.description') },
    ...{ id, number, currency, way, fullname, shown: String(refund_now), from: fromProfile(url) },
    sent: waiting && refund ? sentCode(waiting.pending, language) : null,
    order: refund ? { holder: refund.holder, iban: maskedIban(refund.iban) } : null,
  }
  return data(page, { status: way ? 200 : 409 })
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const { id, status, refund_now } = await voucherAt(context, params.id)
  const fields = await request.formData()
  const intent = fields.get('intent')
  const from = fromProfile(url)
  if (intent !== 'verify' && intent !== 'resend') {
    const form = await parseForm(fields, BankAccount, formPage(context))
    if (!form.ok) return form.reply
    const shown = String(fields.get('shown_refund') ?? '')
    // Another refund than the page showed is shown first.
    if (shown !== String(refund_now) && status !== 'CANCELLED') return data({ changed: true as const }, { status: 409 })
    const { holder, iban } = form.value
    return order(context, { id, shown, holder, iban }, { form, from })
  }
  const waiting = readPendingCode(context, 'refund')?.refund
  if (waiting?.id !== id) return redirect(pathOf(id, from), 303)
  const form = await parseForm(fields, intent === 'verify' ? TypedCode : NoFields, formPage(context))
  if (!form.ok) return form.reply
  if (waiting.shown !== String(refund_now) && status !== 'CANCELLED')
    return data({ changed: true as const }, { status: 409 })
  const token = 'token' in form.value ? String(form.value.token) : undefined
  return order(context, waiting, { form, from, token })
}

/** How long to wait, where there were too many tries. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export default function CancelToAccount({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('voucher')
  const { language } = useLanguage()
  const { id, number, currency, way, sent, order: asked, from } = loaderData
  const reply = actionData && 'form' in actionData ? actionData.form : undefined
  const back = `/voucher/${id}/cancel${from}`
  const money = (amount: number) => formatMoney(amount, currency, language)
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap read">
        <div className="page-head">
          <h1>{t('cancel.account.title')}</h1>
          <p className="soft">{t('reservation', { number: numberIn(language, number) })}</p>
        </div>
        <div className="card stack">
          {actionData && 'changed' in actionData && (
            <Note kind="warn" role="alert">
              {t('cancel.changed')}
            </Note>
          )}
          {way ? (
            <>
              <p className="b">{t('cancel.account.text', { amount: money(way.amount) })}</p>
              {way.to_wallet > 0 && <p>{t('cancel.ways.rest', { amount: money(way.to_wallet) })}</p>}
              <p className="sm soft">{t('cancel.final')}</p>
              {sent && asked ? (
                <>
                  <p>{t('cancel.account.check', asked)}</p>
                  <CodeForm
                    sent={sent}
                    action={`${pathOf(id, from)}${from ? '&' : '?'}step=code`}
                    submit={t('cancel.yes')}
                    back={pathOf(id, from)}
                    reply={reply}
                    className="btn btn-bad btn-lg"
                  />
                </>
              ) : (
                <AccountForm {...loaderData} reply={reply} />
              )}
            </>
          ) : (
            <Note kind="warn">{t('cancel.wayGone')}</Note>
          )}
          <div>
            <Link className="btn" to={back}>
              {t('cancel.account.back')}
            </Link>
          </div>
        </div>
      </div>
    </main>
  )
}

type Page = Route.ComponentProps['loaderData']

function AccountForm({ id, from, currency, fullname, shown, reply }: Page & { reply?: FormReply | undefined }) {
  const t = useText('voucher')
  const wallet = useText('wallet')
  const form = useReply('account', { reply, initial: { holder: fullname ?? undefined } })
  const labels = { holder: wallet('payout.holder'), iban: wallet(`payout.iban.${currency}`) }
  return (
    <PostForm {...form.props} action={pathOf(id, from)} className="stack">
      <ErrorSummary id="account-errors" entries={form.summary(labels)} />
      <input type="hidden" name="shown_refund" value={shown} />
      <TextField
        {...form.field('holder')}
        label={labels.holder}
        hint={wallet(`payout.holderHint.${currency}`)}
        maxLength={70}
        autoComplete="name"
        required
      />
      <TextField {...form.field('iban')} label={labels.iban} dir="ltr" maxLength={50} autoComplete="off" required />
      <div>
        <SubmitButton className="btn btn-bad btn-lg">{t('cancel.account.submit')}</SubmitButton>
      </div>
    </PostForm>
  )
}

type Order = NonNullable<PendingCode['refund']>
type Sending = { form: Parameters<typeof refusedCode>[1]; from: string; token?: string | undefined }

/** Cancels at once for whoever has proven a second factor or gives the code; else a code is on its way. */
async function order(context: Readonly<RouterContextProvider>, refund: Order, { form, from, token }: Sending) {
  const { language } = context.get(siteContext)
  const { reservations } = apiOf(context)
  const { id, holder, iban } = refund
  try {
    const done = await reservations.cancelToAccount({ id, holder, iban, token })
    if (done.resend_after !== null) {
      const { country_code, phone, email } = await ownProfile(context)
      const to = { country_code, phone, email: email ?? undefined, channels: done.channels }
      const pending = ordered(to, done.resend_after)
      const cookie = pendingCodeCookie(context, { purpose: 'refund', pending, forfeits: false, refund })
      const path = `${pathOf(id, from)}${from ? '&' : '?'}step=code`
      return redirect(path, { status: 303, headers: { 'set-cookie': cookie } })
    }
    const amount = formatMoney(done.to_account, done.currency, language)
    const message = textFor(language, 'voucher')('cancel.account.done', { amount })
    return goOnAfterCode(context, from ? `/profile/reservation/${id}` : `/voucher/${id}`, message)
  } catch (error) {
    return refusedCode(error, form)
  }
}

/** The query of a person who came from their profile. */
function fromProfile(url: URL): string {
  return url.searchParams.get('from') === 'profile' ? '?from=profile' : ''
}

function pathOf(id: string, from: string): string {
  return `/voucher/${id}/cancel/account${from}`
}

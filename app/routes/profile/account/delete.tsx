import { Link, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { TypedCode } from '#app/contract/account/account.ts'
import { Flag } from '#app/contract/shapes/shapes.ts'
import { CodeForm } from '#app/features/account/code-form.tsx'
import {
  goOnAfterCode,
  ordered,
  pendingCodeCookie,
  readPendingCode,
} from '#app/features/account/pending-code.server.ts'
import { codeErrors } from '#app/features/sign-in/refused-code.server.ts'
import { sentCode } from '#app/features/sign-in/sign-in-state.server.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { ownProfile } from '#app/web/session/own-profile.server.ts'
import { endSession } from '#app/web/session/visit.ts'
import type { Route } from './+types/delete'
import '../../../../styles/profile.css'

export const handle: PageHandle = {
  title: 'info/delete.title',
  description: 'info/description',
  areas: ['info', 'login'],
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const { wallets } = await ownProfile(context)
  const page = {
    wallets: wallets.filter(({ balance }) => balance > 0),
  }
  const waiting = url.searchParams.get('step') === 'code' && readPendingCode(context, 'delete')
  return { ...page, sent: waiting ? sentCode(waiting.pending, language) : null }
}

const ADDRESS = '/profile/profile/delete'
const RequestedChange = z.object({ forfeit_wallet: Flag })
const ERRORS = codeErrors({ WALLET_NOT_EMPTY: { forfeit_wallet: ['wallet_not_empty'] } })

export async function action({ context, request }: Route.ActionArgs) {
  const fields = await request.formData()
  const waiting = readPendingCode(context, 'delete')
  const intent = fields.get('intent')
  if (intent === 'verify') return waiting ? verify(context, fields, waiting.forfeits) : redirect(ADDRESS, 303)
  if (intent === 'resend' && waiting?.forfeits) fields.set('forfeit_wallet', 'on')
  return send(context, fields)
}

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('info')
  const { wallets, sent } = loaderData
  return (
    <>
      <h1>{t('delete.title')}</h1>
      <div className="card stack">
        <Note kind="warn">{t('delete.text')}</Note>
        <WhatGoes />
        {sent ? (
          <CodeForm
            sent={sent}
            action={`${ADDRESS}?step=code`}
            submit={t('delete.confirm')}
            back="/profile/profile"
            reply={actionData?.form}
            className="btn btn-bad btn-lg"
          />
        ) : (
          <DeleteForm wallets={wallets} reply={actionData?.form} />
        )}
      </div>
    </>
  )
}

function WhatGoes() {
  const t = useText('info')
  return (
    <>
      <h2>{t('delete.goes')}</h2>
      <ul className="dots">
        <li>{t('delete.goesInfo')}</li>
        <li>{t('delete.goesSessions')}</li>
        <li>{t('delete.goesWords')}</li>
      </ul>
      <h2>{t('delete.stays')}</h2>
      <ul className="dots">
        <li>{t('delete.staysInvoices')}</li>
      </ul>
    </>
  )
}

function DeleteForm({
  wallets,
  reply,
}: {
  wallets: readonly { balance: number; currency: CurrencyCode }[]
  reply?: FormReply
}) {
  const t = useText('info')
  const { language } = useLanguage()
  const form = useReply('delete', { reply })
  const forfeit = form.field('forfeit_wallet')
  return (
    <PostForm {...form.props} action={ADDRESS} className="stack">
      <ErrorSummary id="delete-errors" entries={form.summary({ forfeit_wallet: t('delete.forfeit') })} />
      {wallets.map(({ balance, currency }) => (
        <p key={currency}>{t('delete.wallet', { amount: formatMoney(balance, currency, language) })}</p>
      ))}
      {wallets.length > 0 && (
        <Checkbox
          id={forfeit.id}
          name={forfeit.name}
          checked={form.isChosen('forfeit_wallet')}
          fieldErrors={forfeit.fieldErrors}
        >
          {t('delete.forfeit')}
        </Checkbox>
      )}
      <div className="row">
        <SubmitButton name="intent" value="send" className="btn btn-bad">
          {t('delete.send')}
        </SubmitButton>
        <Link className="btn" to="/profile/profile">
          {t('delete.keep')}
        </Link>
      </div>
    </PostForm>
  )
}

type Context = Readonly<RouterContextProvider>

/** Sends the code, unless something must be finished first. */
function send(context: Context, fields: FormData) {
  const { account } = apiOf(context)
  const order = async ({ forfeit_wallet }: z.output<typeof RequestedChange>) => {
    const { resend_after, channels } = await account.deleteAccount({ forfeit_wallet })
    const { country_code, phone, email } = await ownProfile(context)
    const pending = ordered({ country_code, phone, email: email ?? undefined, channels }, resend_after ?? 0)
    const cookie = pendingCodeCookie(context, { purpose: 'delete', pending, forfeits: forfeit_wallet })
    return redirect(`${ADDRESS}?step=code`, { status: 303, headers: { 'set-cookie': cookie } })
  }
  return answerForm({ context, request: fields }, RequestedChange, order, ERRORS)
}

/** Erases the account, if the code is right: nobody is signed in any more. */
function verify(context: Context, fields: FormData, forfeit_wallet: boolean) {
  const erase = async (code: z.output<typeof TypedCode>) => {
    await apiOf(context).account.deleteAccount({ ...code, forfeit_wallet })
    endSession(context)
    return goOnAfterCode(context, '/', textFor(context.get(siteContext).language, 'info')('delete.done'))
  }
  return answerForm({ context, request: fields }, TypedCode, erase, ERRORS)
}

import { randomUUID } from 'node:crypto'
import { Fragment } from 'react'
import { data, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { PayOnline } from '#app/contract/payments.ts'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { clockOf } from '#app/features/account/clock.server.ts'
import { BankForm } from '#app/features/payment/bank-form.tsx'
import { RefundNote } from '#app/features/payment/refund-note.tsx'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import {
  CURRENCY_CODES,
  type CurrencyCode,
  GATEWAY_OF_CURRENCY,
  GATEWAYS,
  type Language,
  PAGE_SIZE,
} from '#app/rules/constants.ts'
import { typedAmount } from '#app/rules/money/typed-amount.ts'
import { listAt, oneOf } from '#app/rules/search/list-address.ts'
import { Card } from '#app/ui/card.tsx'
import { ListPages } from '#app/ui/desk/list-page.tsx'
import { EmptyState } from '#app/ui/page/empty-state.tsx'
import { Chip } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { isNotFoundAnswer } from '#app/web/page/answers.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { readList } from '#app/web/page/read-list.ts'
import { pageCurrency } from '#app/web/session/currency.ts'
import { ownProfile } from '#app/web/session/own-profile.server.ts'
import type { Route } from './+types/wallet'
import { TopUpForm } from './top-up-form.tsx'
import { type TopUp, TopUpNote } from './top-up-note.tsx'
import { WalletHistory } from './wallet-history.tsx'

/** Not `currency`: looking into the other wallet does not change the prices of the whole site. */
const MOVEMENTS = listAt('/profile/wallet', { size: PAGE_SIZE, filters: { wallet: oneOf(CURRENCY_CODES) } })

export const handle: PageHandle = {
  title: 'wallet/title',
  description: 'wallet/description',
  areas: ['wallet', 'refunds', 'payment'],
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language, cookies } = context.get(siteContext)
  const query = url.searchParams
  const topUp = await topUpAt(context, query.get('top_up'))
  const currency = topUp?.currency ?? MOVEMENTS.asked(query).wallet ?? pageCurrency({ query, cookies, language })
  const { account } = apiOf(context)
  const [profile, history] = await Promise.all([
    ownProfile(context, currency),
    readList(MOVEMENTS, url, ({ page, size }) => account.walletHistory({ currency, page, size })),
  ])
  return {
    currency,
    topUp,
    wallets: profile.wallets,
    payer: profile,
    ...{ page: history.page, pages: history.pages },
    movements: history.results.map(({ at, ...movement }) => ({ ...movement, at: clockOf(at, language, 'numeric') })),
    idempotencyKey: randomUUID(),
  }
}

const { currency, fullname, email, country, city, address, zip_code } = PayOnline.shape
/** Everything of a top-up but the amount, which is typed in whole units and in any digits. */
const TopUpFields = z.object({ currency, fullname, email, country, city, address, zip_code })
const WholeForm = TopUpFields.extend({ amount: z.any() })

export async function action({ context, request }: Route.ActionArgs) {
  const { language, config, origin } = context.get(siteContext)
  const fields = await request.formData()
  const currency: CurrencyCode = fields.get('currency') === 'EUR' ? 'EUR' : 'IRT'
  const form = await parseForm(fields, TopUpFields, formPage(context), WholeForm)
  if (!form.ok) return form.reply
  const typed = typedAmount(String(fields.get('amount') ?? ''), currency)
  if ('fieldError' in typed) return form.refuse({ amount: [typed.fieldError] }, 400)
  const amount = typed.minor
  const returnPath = pathIn(language, GATEWAYS[GATEWAY_OF_CURRENCY[currency]].returnPage)
  const call_back_url = config.apiBaseUrl ? origin + returnPath : returnPath
  const idempotencyKey = String(fields.get('idempotency_key') || randomUUID())
  try {
    const order = { ...form.value, amount, currency, call_back_url }
    const start = await apiOf(context, { idempotencyKey }).payments.payOnline(order)
    if (start.fields && start.url) {
      return data({ form: null, bank: { url: start.url, fields: start.fields, amount }, currency })
    }
    return redirect(start.url ?? '/profile/wallet', 303)
  } catch (error) {
    return refused(error, form)
  }
}

export default function Wallet({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('wallet')
  const { language } = useLanguage()
  const { currency, wallets, movements, page, pages, topUp } = loaderData
  const bank = actionData && 'bank' in actionData ? actionData : undefined
  return (
    <>
      <h1>{t('title')}</h1>
      {topUp && !actionData && (
        <TopUpNote topUp={topUp} balance={wallets.find((wallet) => wallet.currency === currency)?.balance ?? 0} />
      )}
      <Card id="balances" title={t('balances')} className="stack">
        <p className="sm soft">{t('about')}</p>
        <RefundNote />
        <div className="row">
          {wallets.map((wallet) => (
            <Fragment key={wallet.currency}>
              <Chip href={addressOf(language, wallet.currency)} isCurrent={wallet.currency === currency}>
                {formatMoney(wallet.balance, wallet.currency, language)}
              </Chip>{' '}
            </Fragment>
          ))}
        </div>
        <p>
          <a className="btn btn-s" href={pathIn(language, `/profile/wallet/payout?wallet=${currency}`)}>
            {t('payout.title')}
          </a>
        </p>
      </Card>
      {bank ? (
        <BankForm bank={bank.bank} currency={bank.currency} />
      ) : (
        <TopUpForm key={currency} {...loaderData} reply={actionData?.form} />
      )}
      <Card id="history" title={t('history')} className="stack">
        {movements.length === 0 ? (
          <EmptyState title={t('empty')} />
        ) : (
          <WalletHistory movements={movements} currency={currency} />
        )}
        <ListPages list={MOVEMENTS} found={{ page, pages, filters: { wallet: currency } }} />
      </Card>
    </>
  )
}

/** The person's own top-up that an address names; none where it names anything else. */
async function topUpAt(context: Readonly<RouterContextProvider>, named: string | null): Promise<TopUp | null> {
  const id = PublicId.safeParse(named)
  if (!id.success) return null
  try {
    const { purpose, status, amount, currency } = await apiOf(context).payments.read({ id: id.data })
    return purpose === 'TOP_UP' ? { status, amount, currency } : null
  } catch (error) {
    if (isNotFoundAnswer(error)) return null
    throw error
  }
}

function addressOf(language: Language, wallet: CurrencyCode): string {
  return pathIn(language, MOVEMENTS.href({ wallet }))
}

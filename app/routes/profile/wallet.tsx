import { randomUUID } from 'node:crypto'
import { data, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { PayOnline } from '#app/contract/payments.ts'
import { PublicId } from '#app/contract/shapes.ts'
import { clockOf } from '#app/features/account/clock.server.ts'
import { BankForm } from '#app/features/payment/bank-form.tsx'
import { RefundNote } from '#app/features/payment/refund-note.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { formatMoney } from '#app/i18n/money.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { CURRENCY_CODES, type CurrencyCode, type Language, PAGE_SIZE } from '#app/rules/constants.ts'
import { pageAt } from '#app/rules/pagination.ts'
import { typedAmount } from '#app/rules/typed-amount.ts'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Chip } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { isNotFoundAnswer } from '#app/web/page/answers.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { pageCurrency } from '#app/web/session/currency.ts'
import type { Route } from './+types/wallet'
import { TopUpForm } from './top-up-form.tsx'
import { type TopUp, TopUpNote } from './top-up-note.tsx'
import { WalletHistory } from './wallet-history.tsx'

export const handle: PageHandle = { areas: ['wallet', 'refunds', 'payment'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language, cookies } = context.get(siteContext)
  const query = url.searchParams
  // Not `currency`: looking into the other wallet does not change the prices of the whole site.
  const topUp = await topUpAt(context, query.get('top_up'))
  const currency =
    topUp?.currency ??
    CURRENCY_CODES.find((code) => code === query.get('wallet')) ??
    pageCurrency({ query, cookies, language })
  const { account } = apiOf(context)
  const requested = { page: Number(query.get('page') ?? 1), size: PAGE_SIZE }
  const [profile, history] = await Promise.all([
    account.profile({ currency }),
    account.walletHistory({ currency, ...requested }),
  ])
  const t = textFor(language, 'wallet')
  return {
    meta: { title: t('title'), description: t('description') },
    currency,
    topUp,
    wallets: profile.wallets,
    payer: profile,
    ...pageAt(history, requested),
    movements: history.results.map(({ at, ...movement }) => ({ ...movement, at: clockOf(at, language) })),
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
  const returnPath = pathIn(language, currency === 'IRT' ? '/external-pay' : '/external_yek')
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
            <Chip
              key={wallet.currency}
              href={addressOf(language, wallet.currency)}
              isCurrent={wallet.currency === currency}
            >
              {formatMoney(wallet.balance, wallet.currency, language)}
            </Chip>
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
        <Pagination page={page} pages={pages} href={(n) => `${addressOf(language, currency)}&page=${n}`} />
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
  return pathIn(language, `/profile/wallet?wallet=${wallet}`)
}

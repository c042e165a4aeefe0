import { Link } from 'react-router'
import { signInOver } from '#app/features/frame/bars/chrome.live.tsx'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { WHOLE_UNIT } from '#app/rules/constants.ts'
import type { WaitingPayment } from './waiting-payment.server.ts'

/**
 * The wallet's balance and what it would pay, with a link that switches its use on or off. The link is another address of the
 * same page, so that the pay button's amount is right without JavaScript, too.
 */
export function WalletCard({ waiting: { quote, usesWallet }, page }: { waiting: WaitingPayment; page: string }) {
  const t = useText('payment')
  const { language } = useLanguage()
  const { currency, wallet_balance, wallet_used, left } = quote
  const money = (amount: number) => formatMoney(amount, currency, language)
  const usable = wallet_balance - (wallet_balance % WHOLE_UNIT[currency])
  if (usable === 0) return null
  const rest = Math.max(0, left - usable)
  return (
    <section className="card stack stack-2" aria-labelledby="wallet-title">
      <div className="row between">
        <h2 id="wallet-title">{t('wallet.title')}</h2>
        <span className="soft">{t('wallet.balance', { amount: money(wallet_balance) })}</span>
      </div>
      {usesWallet ? (
        <p>{t('wallet.used', { amount: money(wallet_used) })}</p>
      ) : (
        <p className="soft">{rest > 0 ? t('wallet.rest', { rest: money(rest) }) : t('wallet.all')}</p>
      )}
      <div>
        <Link className="btn" to={paymentPage(page, !usesWallet)} replace preventScrollReset>
          {t(usesWallet ? 'wallet.leave' : 'wallet.use')}
        </Link>
      </div>
    </section>
  )
}

/** A link to sign in and use the wallet, by the dialog or by the sign-in page, which leads back here. */
export function WalletOffer({ page }: { page: string }) {
  const t = useText('payment')
  const { language } = useLanguage()
  const here = pathIn(language, page)
  const href = pathIn(language, `/login?returnUrl=${encodeURIComponent(here)}`)
  return (
    <p className="sm">
      {t.rich('wallet.signIn', {
        signIn: (chunks) => (
          <a href={href} rel="nofollow" onClick={(event) => signInOver(event, here)}>
            {chunks}
          </a>
        ),
      })}
    </p>
  )
}

/** The address of a payment page on which the wallet pays as much as it can, or nothing. */
export function paymentPage(page: string, usesWallet: boolean): string {
  if (!usesWallet) return page
  return `${page}${page.includes('?') ? '&' : '?'}use_wallet=on`
}

import { Link } from 'react-router'
import { ChatBadge, UnreadBadge } from '#app/features/chat/unread-badge.tsx'
import { formatMoney } from '#app/i18n/format/money.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { Avatar } from '#app/ui/brand/avatar.tsx'
import { Icon, type IconName } from '#app/ui/brand/icon.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import '../../../styles/profile.css'

/** Whose account it is, as its menu shows it. */
export interface AccountFrame {
  name: string | null
  /** The id of their picture. */
  avatar: string | null
  /** Grouped for reading. */
  phone: string
  isAgency: boolean
  isCompanyOwner: boolean
  isOperator: boolean
  /** What the wallet holds in the page's currency. */
  wallet: { balance: number; currency: CurrencyCode }
  /** What waits to be read, by the entry that leads there. */
  unread: Partial<Record<Entry, number>>
}

type Entry =
  | 'reservations'
  | 'favourites'
  | 'invoices'
  | 'info'
  | 'ads-commission'
  | 'agency'
  | 'operator'
  | 'ticketing'
  | 'chat'

type For = { forAgency?: true; forOwner?: true; forOperator?: true }

/** The entries of the profile's drawer (§2); two of them are an agency's alone (§6), what it earns its owners'. */
const ENTRIES: ({ key: Entry; path: string; icon: IconName } & For)[] = [
  { key: 'reservations', path: '/profile/reservations', icon: 'trips' },
  { key: 'favourites', path: '/favourites', icon: 'heart' },
  { key: 'invoices', path: '/profile/invoices', icon: 'receipt' },
  { key: 'info', path: '/profile/profile', icon: 'user' },
  { key: 'ads-commission', path: '/profile/ads-commission', icon: 'percent', forOwner: true },
  { key: 'agency', path: '/desk', icon: 'office', forAgency: true },
  { key: 'operator', path: '/operator', icon: 'chart', forOperator: true },
  { key: 'ticketing', path: '/profile/ticketing', icon: 'help' },
  { key: 'chat', path: '/profile/chat', icon: 'chat' },
]

/** Who is signed in, what their wallet holds, and the pages of the profile area, down to the way out. */
export function AccountMenu({ account, path, inCard }: { account: AccountFrame; path: string; inCard?: boolean }) {
  const t = useText('account')
  const { language } = useLanguage()
  const { wallet } = account
  return (
    <>
      <Person account={account} />
      <Link className="wallet row between" to="/profile/wallet" aria-current={current(path, '/profile/wallet')}>
        <span className="sm">{t('wallet')}</span>{' '}
        <b className="num">{formatMoney(wallet.balance, wallet.currency, language)}</b>
      </Link>
      <div className={inCard ? 'card list' : 'list'}>
        <nav aria-label={t('title')}>
          {ENTRIES.filter((entry) => isShown(entry, account)).map((entry) => (
            // A desk has no scripts: it comes as a page of its own.
            <Link
              key={entry.key}
              to={entry.path}
              aria-current={current(path, entry.path)}
              reloadDocument={entry.forOperator}
            >
              <Icon name={entry.icon} />
              {t(`menu.${entry.key}`)}{' '}
              {entry.key === 'chat' ? (
                <ChatBadge count={account.unread.chat ?? 0} atEnd />
              ) : (
                <UnreadBadge count={account.unread[entry.key] ?? 0} atEnd />
              )}
            </Link>
          ))}
        </nav>
        <PostForm as="form" action={pathIn(language, '/logout')}>
          <input type="hidden" name="returnUrl" value={pathIn(language, '/')} />
          <button type="submit" className="bad">
            <Icon name="logout" flip />
            {t('signOut')}
          </button>
        </PostForm>
      </div>
    </>
  )
}

function isShown(
  { forAgency, forOwner, forOperator }: For,
  { isAgency, isCompanyOwner, isOperator }: AccountFrame,
): boolean {
  return (!forAgency || isAgency) && (!forOwner || isCompanyOwner) && (!forOperator || isOperator)
}

function Person({ account: { name, phone, avatar } }: { account: AccountFrame }) {
  const t = useText('account')
  const { language } = useLanguage()
  return (
    <div className="me">
      <Avatar name={name} picture={avatar} />
      <div>
        <b>{name ?? t('noName')}</b>
        <p className="sm mute">
          <span className="ltr">{localDigits(phone, language)}</span>
        </p>
      </div>
    </div>
  )
}

/** An entry stands for the pages under it too, and the list of trips for each of them. */
function current(path: string, entry: string): 'page' | 'true' | undefined {
  if (path === entry) return 'page'
  const stem = entry === '/profile/reservations' ? '/profile/reservation/' : `${entry}/`
  return path.startsWith(stem) ? 'true' : undefined
}

import { Fragment } from 'react'
import { DeskKeys, Key, keyAt } from '#app/features/desk/desk-keys.tsx'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { COMPANY_ROLES, type CompanyRole, DESK_ROLES } from '#app/rules/access/company-role.ts'
import { Icon, type IconName } from '#app/ui/brand/icon.tsx'
import type { DeskFrame } from './desk-frame.ts'

type Entry =
  | 'today'
  | 'reservations'
  | 'calendar'
  | 'fleet'
  | 'due'
  | 'fines'
  | 'risk'
  | 'parts'
  | 'deposits'
  | 'customers'
  | 'reviews'
  | 'blocks'
  | 'feeds'
  | 'staff'
  | 'statement'
  | 'bank'
  | 'accounting'
  | 'cash'
  | 'reports'
  | 'notices'
  | 'messages'
  | 'commission'
  | 'company'
  | 'log'

const ENTRIES: { key: Entry; path: string; icon: IconName; roles: readonly CompanyRole[] }[] = [
  { key: 'today', path: '/desk', icon: 'clock', roles: COMPANY_ROLES },
  { key: 'reservations', path: '/desk/reservations', icon: 'ticket', roles: DESK_ROLES },
  { key: 'calendar', path: '/desk/calendar', icon: 'calendar', roles: DESK_ROLES },
  { key: 'fleet', path: '/desk/fleet', icon: 'car', roles: DESK_ROLES },
  { key: 'blocks', path: '/desk/blocks', icon: 'close', roles: DESK_ROLES },
  { key: 'feeds', path: '/desk/feeds', icon: 'link', roles: DESK_ROLES },
  { key: 'messages', path: '/desk/messages', icon: 'chat', roles: DESK_ROLES },
  { key: 'due', path: '/desk/due', icon: 'alert', roles: DESK_ROLES },
  { key: 'fines', path: '/desk/fines', icon: 'percent', roles: DESK_ROLES },
  { key: 'risk', path: '/desk/at-risk', icon: 'clock', roles: DESK_ROLES },
  { key: 'parts', path: '/desk/parts', icon: 'calendar', roles: DESK_ROLES },
  { key: 'deposits', path: '/desk/deposits', icon: 'wallet', roles: DESK_ROLES },
  { key: 'cash', path: '/desk/cash', icon: 'receipt', roles: DESK_ROLES },
  { key: 'customers', path: '/desk/customers', icon: 'smile', roles: DESK_ROLES },
  { key: 'reviews', path: '/desk/reviews', icon: 'star', roles: DESK_ROLES },
  { key: 'commission', path: '/profile/ads-commission', icon: 'percent', roles: ['OWNER'] },
  { key: 'statement', path: '/desk/statement', icon: 'wallet', roles: ['OWNER'] },
  { key: 'bank', path: '/desk/bank', icon: 'compare', roles: ['OWNER'] },
  { key: 'accounting', path: '/desk/accounting', icon: 'file', roles: ['OWNER'] },
  { key: 'reports', path: '/desk/reports', icon: 'chart', roles: DESK_ROLES },
  { key: 'staff', path: '/desk/staff', icon: 'user', roles: ['OWNER'] },
  { key: 'notices', path: '/desk/notices', icon: 'bell', roles: DESK_ROLES },
  { key: 'company', path: '/desk/company', icon: 'office', roles: ['OWNER'] },
  { key: 'log', path: '/desk/log', icon: 'history', roles: ['OWNER'] },
]
const MORE = '/desk/more'

/** The pages of the desk for this role; operators see all. */
export function DeskEntries({ frame, path, hasKeys }: { frame: DeskFrame; path: string; hasKeys?: boolean }) {
  const t = useText('desk')
  const { language } = useLanguage()
  return entriesOf(frame).map(({ key, path: to, icon }, index) => (
    <Fragment key={key}>
      <a
        href={pathIn(language, to)}
        aria-current={current(path, to)}
        // biome-ignore lint/a11y/noAccessKey: shown beside it, and works without scripts (design/desk)
        accessKey={hasKeys ? keyAt(index) : undefined}
      >
        <Icon name={icon} />
        {t(`nav.${key}`)} {hasKeys && <Key of={keyAt(index)} />} {key === 'today' && <Waiting count={frame.waiting} />}
        {key === 'messages' && <Waiting count={frame.messages} />}
      </a>{' '}
    </Fragment>
  ))
}

/** The menu at the side of wide screens. */
export function DeskRail({ frame, path }: { frame: DeskFrame; path: string }) {
  const t = useText('desk')
  return (
    <nav className="rail list only-l" aria-label={t('nav.label')}>
      <DeskEntries frame={frame} path={path} hasKeys />
      <DeskKeys />
    </nav>
  )
}

/** The bar at the bottom of phones. */
export function DeskTabs({ frame, path }: { frame: DeskFrame; path: string }) {
  const t = useText('desk')
  const { language } = useLanguage()
  const shown = entriesOf(frame).slice(0, 4)
  const isElsewhere = !shown.some(({ path: to }) => current(path, to))
  return (
    <nav className="tabs" aria-label={t('nav.bottom')}>
      {shown.map(({ key, path: to, icon }) => (
        <Fragment key={key}>
          <a href={pathIn(language, to)} aria-current={current(path, to)}>
            <Icon name={icon} size="l" />
            {t(`nav.${key}`)}
          </a>{' '}
        </Fragment>
      ))}
      <a href={pathIn(language, MORE)} aria-current={isElsewhere ? 'true' : undefined}>
        <Icon name="menu" size="l" />
        {t('nav.more')}
      </a>
    </nav>
  )
}

function Waiting({ count }: { count: number }) {
  const t = useText('desk')
  const { language } = useLanguage()
  if (count === 0) return null
  return (
    <span className="end">
      <b className="tag tag-pin" aria-hidden="true">
        {formatNumber(count, language)}
      </b>{' '}
      <span className="vh">{t('nav.waiting', { n: count })}</span>
    </span>
  )
}

function entriesOf({ role }: DeskFrame) {
  return ENTRIES.filter(({ roles }) => role === null || roles.includes(role))
}

function current(path: string, entry: string): 'page' | 'true' | undefined {
  if (path === entry) return 'page'
  return entry !== '/desk' && path.startsWith(`${entry}/`) ? 'true' : undefined
}

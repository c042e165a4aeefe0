import { Fragment } from 'react'
import { DeskKeys, Key } from '#app/features/desk/desk-keys.tsx'
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
  | 'developers'

interface MenuEntry {
  entry: Entry
  path: string
  icon: IconName
  roles: readonly CompanyRole[]
  /** Its access key (design/golive). */
  key?: string
  /** One of the four pages at the bottom of phones. */
  isTab?: true
}

/** In the order of the design: the day's work first, then by subject. */
const GROUPS: { group: 'work' | 'fleet' | 'money' | 'company'; entries: MenuEntry[] }[] = [
  {
    group: 'work',
    entries: [
      { entry: 'today', path: '/desk', icon: 'clock', roles: COMPANY_ROLES, key: '1', isTab: true },
      { entry: 'reservations', path: '/desk/reservations', icon: 'ticket', roles: DESK_ROLES, key: '2', isTab: true },
      { entry: 'calendar', path: '/desk/calendar', icon: 'calendar', roles: DESK_ROLES, key: '3', isTab: true },
      { entry: 'risk', path: '/desk/at-risk', icon: 'clock', roles: DESK_ROLES },
      { entry: 'customers', path: '/desk/customers', icon: 'smile', roles: DESK_ROLES },
      { entry: 'messages', path: '/desk/messages', icon: 'chat', roles: DESK_ROLES, key: '5' },
      { entry: 'notices', path: '/desk/notices', icon: 'bell', roles: DESK_ROLES },
    ],
  },
  {
    group: 'fleet',
    entries: [
      { entry: 'fleet', path: '/desk/fleet', icon: 'car', roles: DESK_ROLES, key: '4', isTab: true },
      { entry: 'due', path: '/desk/due', icon: 'alert', roles: DESK_ROLES, key: '6' },
      { entry: 'fines', path: '/desk/fines', icon: 'percent', roles: DESK_ROLES },
      { entry: 'blocks', path: '/desk/blocks', icon: 'close', roles: DESK_ROLES },
      { entry: 'feeds', path: '/desk/feeds', icon: 'link', roles: DESK_ROLES },
    ],
  },
  {
    group: 'money',
    entries: [
      { entry: 'parts', path: '/desk/parts', icon: 'calendar', roles: DESK_ROLES },
      { entry: 'deposits', path: '/desk/deposits', icon: 'wallet', roles: DESK_ROLES },
      { entry: 'cash', path: '/desk/cash', icon: 'receipt', roles: DESK_ROLES },
      { entry: 'commission', path: '/profile/ads-commission', icon: 'percent', roles: ['OWNER'] },
      { entry: 'statement', path: '/desk/statement', icon: 'wallet', roles: ['OWNER'] },
      { entry: 'bank', path: '/desk/bank', icon: 'compare', roles: ['OWNER'] },
      { entry: 'accounting', path: '/desk/accounting', icon: 'file', roles: ['OWNER'] },
      { entry: 'reports', path: '/desk/reports', icon: 'chart', roles: DESK_ROLES, key: '8' },
    ],
  },
  {
    group: 'company',
    entries: [
      { entry: 'reviews', path: '/desk/reviews', icon: 'star', roles: DESK_ROLES },
      { entry: 'company', path: '/desk/company', icon: 'office', roles: ['OWNER'], key: '7' },
      { entry: 'staff', path: '/desk/staff', icon: 'user', roles: ['OWNER'] },
      { entry: 'log', path: '/desk/log', icon: 'history', roles: ['OWNER'] },
      { entry: 'developers', path: '/desk/developers', icon: 'code', roles: ['OWNER'] },
    ],
  },
]
const MORE = '/desk/more'

/** The pages of the desk for this role, by subject; operators see all. */
export function DeskEntries({ frame, path, hasKeys }: { frame: DeskFrame; path: string; hasKeys?: boolean }) {
  const t = useText('desk')
  const { language } = useLanguage()
  return groupsOf(frame).map(({ group, entries }) => (
    <Fragment key={group}>
      {group !== 'work' && <h2>{t(`nav.groups.${group}`)}</h2>}
      {entries.map(({ entry, path: to, icon, key }) => (
        <Fragment key={entry}>
          <a
            href={pathIn(language, to)}
            aria-current={current(path, to)}
            // biome-ignore lint/a11y/noAccessKey: shown beside it, and works without scripts (design/desk)
            accessKey={hasKeys ? key : undefined}
          >
            <Icon name={icon} />
            {t(`nav.${entry}`)} {hasKeys && <Key of={key} />} {entry === 'today' && <Waiting count={frame.waiting} />}
            {entry === 'messages' && <Waiting count={frame.messages} />}
          </a>{' '}
        </Fragment>
      ))}
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
  const shown = groupsOf(frame).flatMap(({ entries }) => entries.filter(({ isTab }) => isTab))
  const isElsewhere = !shown.some(({ path: to }) => current(path, to))
  return (
    <nav className="tabs" aria-label={t('nav.bottom')}>
      {shown.map(({ entry, path: to, icon }) => (
        <Fragment key={entry}>
          <a href={pathIn(language, to)} aria-current={current(path, to)}>
            <Icon name={icon} size="l" />
            {t(`nav.${entry}`)}
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

/** The groups with the pages that this role opens; none is empty. */
function groupsOf({ role }: DeskFrame) {
  return GROUPS.map(({ group, entries }) => ({
    group,
    entries: entries.filter(({ roles }) => role === null || roles.includes(role)),
  })).filter(({ entries }) => entries.length > 0)
}

function current(path: string, entry: string): 'page' | 'true' | undefined {
  if (path === entry) return 'page'
  return entry !== '/desk' && path.startsWith(`${entry}/`) ? 'true' : undefined
}

import { Fragment, type ReactNode } from 'react'
import { LanguageAndCurrency } from '#app/features/frame/bars/menu.tsx'
import { useSiteFrame } from '#app/features/frame/frame.tsx'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon, type IconName } from '#app/ui/brand/icon.tsx'
import { Logo } from '#app/ui/brand/logo.tsx'
import { Tag } from '#app/ui/tag.tsx'
import '../../../styles/desk.css'
import { AccountLinks } from './account-links.tsx'
import { DeskKeys, Key, keyAt } from './desk-keys.tsx'
import { FindForm, type FindFormProps } from './find-form.tsx'

export interface DeskEntry {
  /** Path without language. */
  path: string
  label: string
  icon: IconName
  /** How many things wait there. */
  count?: number
}

export interface DeskShellProps {
  /** The company's name, or the name of the operators' desk. */
  name: string
  /** Start page of the desk. */
  home: string
  groups: readonly { title?: string; entries: readonly DeskEntry[] }[]
  /** The entries of the bottom bar on phones, by path; "More" comes last by itself. */
  tabs: readonly string[]
  /** Left out on desks without a search. */
  find?: FindFormProps['find'] | undefined
  /** A text below the entries about what is missing there, and why. */
  note?: string | undefined
  children: ReactNode
}

/** Bar, side menu, bottom bar and drawer of a desk. Source: design/desk. */
export function DeskShell(shell: DeskShellProps) {
  const shellText = useText('shell')
  const { groups, tabs, note, children } = shell
  const t = useText('common')
  const { path } = useSiteFrame()
  const entries = groups.flatMap((group) => group.entries)
  // The entry with the longest path that is a prefix of the page's.
  const current = entries
    .filter((entry) => path === entry.path || (entry.path !== shell.home && path.startsWith(`${entry.path}/`)))
    .sort((one, other) => other.path.length - one.path.length)[0]?.path
  const inTabs = tabs.flatMap((tab) => entries.find((entry) => entry.path === tab) ?? [])
  return (
    <>
      <DeskBar {...shell} />
      <div className="wrap desk-cols">
        <nav className="rail list only-l" aria-label={shell.name}>
          <Groups groups={groups} current={current} hasKeys />
          <DeskKeys />
          {note && <p className="sm mute">{note}</p>}
        </nav>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <nav className="tabs" aria-label={t('nav.bottom')}>
        {inTabs.map((entry) => (
          <Fragment key={entry.path}>
            <EntryLink entry={entry} isCurrent={entry.path === current} size="l" />{' '}
          </Fragment>
        ))}
        <a href="#menu">
          <Icon name="menu" size="l" />
          {shellText('more')}
        </a>
      </nav>
      <div className="over" id="menu" role="dialog" aria-label={shellText('more')}>
        {/* biome-ignore lint/a11y/useAnchorContent: the ground beside the drawer, for a finger only */}
        <a className="back" href="#main" tabIndex={-1} aria-hidden="true" />
        <div className="drawer stack stack-2">
          <div className="row between">
            <b>{shell.name}</b>
            <a className="ib" href="#main" aria-label={t('nav.closeMenu')}>
              <Icon name="close" size="l" />
            </a>
          </div>
          <nav className="list" aria-label={shellText('more')}>
            <Groups groups={groups} current={current} />
          </nav>
          {note && <p className="sm mute">{note}</p>}
        </div>
      </div>
    </>
  )
}

function DeskBar({ name, home, find }: DeskShellProps) {
  const { language } = useLanguage()
  const frame = useSiteFrame()
  const account = frame.viewer?.name ?? frame.viewer?.phone ?? ''
  return (
    <header className="bar">
      <div className="wrap">
        <a className="logo" href={pathIn(language, home)} aria-label={frame.brand.name}>
          <Logo name={frame.brand.name} />
        </a>{' '}
        <Tag kind="pin">{name}</Tag> {find && <FindForm find={find} id="seek" className="seek only-l" hasKey />}
        <LanguageAndCurrency frame={frame} />
        <details className="menu">
          <summary>
            <Icon name="user" />
            <span className="vh">{account}</span>
          </summary>
          <div className="pop list">
            <h2>
              <bdi>{account}</bdi>
            </h2>
            <AccountLinks />
          </div>
        </details>
      </div>
    </header>
  )
}

function Groups({
  groups,
  current,
  hasKeys,
}: {
  groups: DeskShellProps['groups']
  current: string | undefined
  hasKeys?: boolean
}) {
  const all = groups.flatMap((group) => group.entries)
  return groups.map(({ title, entries }) => [
    title && <h2 key={title}>{title}</h2>,
    ...entries.map((entry) => (
      <Fragment key={entry.path}>
        <EntryLink
          entry={entry}
          isCurrent={entry.path === current}
          accessKey={hasKeys ? keyAt(all.indexOf(entry)) : undefined}
        />{' '}
      </Fragment>
    )),
  ])
}

function EntryLink({
  entry,
  isCurrent,
  size,
  accessKey,
}: {
  entry: DeskEntry
  isCurrent: boolean
  size?: 'l'
  accessKey?: string | undefined
}) {
  const shellText = useText('shell')
  const { language } = useLanguage()
  const { path, label, icon, count = 0 } = entry
  const waiting = count > 0 && formatNumber(count, language)
  return (
    // biome-ignore lint/a11y/noAccessKey: shown beside it, and works without scripts (design/desk)
    <a href={pathIn(language, path)} aria-current={isCurrent ? 'page' : undefined} accessKey={accessKey}>
      <Icon name={icon} size={size} />
      {label} <Key of={accessKey} />{' '}
      {waiting && (
        <span className={size ? 'dot' : 'end'}>
          <span className="vh">{shellText('waiting')} </span>
          {size ? waiting : <Tag kind="pin">{waiting}</Tag>}
        </span>
      )}
    </a>
  )
}

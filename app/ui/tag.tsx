import type { ReactNode } from 'react'
import { useText } from '#app/i18n/text/text.tsx'
import { Icon, type IconName } from './brand/icon.tsx'

type Kind = 'ok' | 'warn' | 'bad' | 'info' | 'tint' | 'pin'

/** A word or two about something, as its guarantee or its status. */
export function Tag({ kind, icon, children }: { kind?: Kind; icon?: IconName; children: ReactNode }) {
  return (
    <span className={kind ? `tag tag-${kind}` : 'tag'}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  )
}

/** An active filter, as a link that removes it. */
export function RemoveTag({ href, children }: { href: string; children: ReactNode }) {
  const t = useText('common')
  return (
    <a className="tag tag-tint tag-link" href={href}>
      <span className="vh">{t('removeFilter')} </span>
      {children}
      <Icon name="close" />
    </a>
  )
}

/** One of several links to choose from, as the orderings of a list. */
export function Chip({ href, isCurrent, children }: { href: string; isCurrent?: boolean; children: ReactNode }) {
  return (
    <a className="chip" href={href} aria-current={isCurrent ? 'true' : undefined}>
      {children}
    </a>
  )
}

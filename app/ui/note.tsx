import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

type Kind = 'info' | 'ok' | 'warn' | 'bad'
const ICONS: Record<Kind, IconName> = { info: 'info', ok: 'check', warn: 'alert', bad: 'alert' }

/** A remark that stays on the page. `role` is for one that answers what the visitor just did. */
export function Note({
  kind = 'info',
  role,
  children,
}: {
  kind?: Kind
  role?: 'status' | 'alert'
  children: ReactNode
}) {
  return (
    <div className={kind === 'info' ? 'note' : `note note-${kind}`} role={role}>
      <Icon name={ICONS[kind]} />
      <div>{children}</div>
    </div>
  )
}

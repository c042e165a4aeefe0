import type { ReactNode } from 'react'
import { Icon, type IconName } from '#app/ui/brand/icon.tsx'
import { useFocusOnNew } from '../focus-on-new.ts'

type Kind = 'info' | 'ok' | 'warn' | 'bad'
const ICONS: Record<Kind, IconName> = { info: 'info', ok: 'check', warn: 'alert', bad: 'alert' }

interface NoteProps {
  kind?: Kind
  children: ReactNode
}

/** A message that stays on the page. `role` is for one that answers what the visitor just did. */
export function Note({ kind = 'info', role, children }: NoteProps & { role?: 'status' | 'alert' }) {
  return (
    <div className={classOf(kind)} role={role}>
      <Icon name={ICONS[kind]} />
      <div>{children}</div>
    </div>
  )
}

/** The answer to a form, beside its button, which takes the focus. `newest` is a new value for each answer. */
export function AnswerNote({ kind = 'info', newest, children }: NoteProps & { newest: unknown }) {
  const box = useFocusOnNew<HTMLDivElement>(newest)
  return (
    // biome-ignore lint/a11y/noAutofocus: without JavaScript nothing else leads to the answer
    <div className={classOf(kind)} role="alert" tabIndex={-1} ref={box} autoFocus>
      <Icon name={ICONS[kind]} />
      <div>{children}</div>
    </div>
  )
}

function classOf(kind: Kind) {
  return kind === 'info' ? 'note' : `note note-${kind}`
}

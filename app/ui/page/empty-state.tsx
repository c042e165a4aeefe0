import type { ReactNode } from 'react'

/** Says why there is nothing here, with one link out. */
export function EmptyState({
  picture,
  title,
  text,
  children,
}: {
  picture?: ReactNode
  title: string
  text?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="empty">
      {picture}
      <b>{title}</b> {text && <p className="sm soft">{text}</p>}
      {children}
    </div>
  )
}

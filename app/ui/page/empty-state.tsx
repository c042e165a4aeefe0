import type { ReactNode } from 'react'

/** Why there is nothing here, and one way out. */
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
      <b>{title}</b>
      {text && <p className="sm soft">{text}</p>}
      {children}
    </div>
  )
}

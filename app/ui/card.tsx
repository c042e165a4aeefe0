import type { ReactNode } from 'react'

/** A section of a page in a box of its own, named by its heading. */
export function Card({
  id,
  title,
  className,
  children,
}: {
  id: string
  title: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <section className={className ? `card ${className}` : 'card'} id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  )
}

/** Names and values side by side. */
export function Facts({ facts }: { facts: readonly { label: ReactNode; value: ReactNode; key: string }[] }) {
  return (
    <dl className="kv">
      {facts.map(({ key, label, value }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

import type { ReactNode } from 'react'
import '../../../styles/profile.css'

/**
 * A table whose rows become cards of two columns on narrow screens, so that the whole row stays
 * visible. `<RowTable label={…} head={['Date', 'Amount']}><Row>…</Row></RowTable>`
 */
export function RowTable({
  label,
  head,
  classes = [],
  children,
}: {
  label: string
  head: readonly ReactNode[]
  /** Of the headings, by their place: those over numbers stand where the numbers do. */
  classes?: readonly (string | undefined)[]
  children: ReactNode
}) {
  return (
    <div className="row-table">
      <table className="tbl" aria-label={label}>
        <thead>
          <tr>
            {head.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other name than its place
              <th key={index} scope="col" className={classes[index]}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

/** A row of the table; on narrow screens its cells form a card. */
export function Row({ children }: { children: ReactNode }) {
  return <tr>{children}</tr>
}

/**
 * One value of a row. In a card the cells are placed two to a line: `second` starts the second line, `far` is at the end of
 * a line, `whole` takes a whole line, and `label` is written before a value that is not self-explanatory.
 */
export function Cell({
  second,
  far,
  whole,
  label,
  className,
  children,
}: {
  second?: boolean
  far?: boolean
  whole?: boolean
  label?: string
  className?: string
  children: ReactNode
}) {
  const classes = [second && 'second', far && 'far', whole && 'whole', className].filter(Boolean).join(' ')
  return (
    <td className={classes || undefined} data-label={label}>
      {children}
    </td>
  )
}

import type { ReactNode } from 'react'
import '../../../styles/profile.css'

/** Said outright: some browsers forget that something is a table once it is laid out as anything else. */
const AS = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  cell: { role: 'cell' },
}

/**
 * A table whose rows become cards of two columns where it has no room, as on a phone, so that nothing of a row is out of
 * sight. `<RowTable label={…} head={['Date', 'Amount']}><Row>…</Row></RowTable>`
 */
export function RowTable({
  label,
  head,
  children,
}: {
  label: string
  head: readonly ReactNode[]
  children: ReactNode
}) {
  return (
    <div className="row-table">
      <table className="tbl" aria-label={label} {...AS.table}>
        <thead {...AS.group}>
          <tr {...AS.row}>
            {head.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other name than its place
              <th key={index} scope="col" {...AS.head}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...AS.group}>{children}</tbody>
      </table>
    </div>
  )
}

/** A row of the table; on narrow screens its cells form a card. */
export function Row({ children }: { children: ReactNode }) {
  return <tr {...AS.row}>{children}</tr>
}

/**
 * One value of a row. In a card the cells follow each other, two to a line: `second` begins the second line, `far` stands
 * at the end of one, `whole` has one to itself, and `label` is written before a value that does not speak for itself.
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
    <td className={classes || undefined} data-label={label} {...AS.cell}>
      {children}
    </td>
  )
}

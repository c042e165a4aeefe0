import type { Key, ReactNode } from 'react'
import { Cell, Row, RowTable } from '#app/ui/page/row-table.tsx'

/** A column of a table: its heading, the content for a row, and that content's place in a card (`Cell` in row-table.tsx). */
export interface Column<Item> {
  head: string
  cell: (item: Item) => ReactNode
  /** The heading is only for screen readers, because the cells are buttons or self-explanatory. */
  hidesHead?: boolean
  /** In a card, which has no headings, the heading is written before the value. */
  labelled?: boolean
  second?: boolean
  far?: boolean
  whole?: boolean
  className?: string
}

/** A table from its columns; `false` leaves a column out. */
export function ColumnTable<Item>({
  label,
  columns,
  rows,
  rowKey,
}: {
  label: string
  columns: readonly (Column<Item> | false)[]
  rows: readonly Item[]
  /** The React key of a row; its index when it has no id. */
  rowKey: (item: Item, index: number) => Key
}) {
  const shown = columns.filter((column) => column !== false)
  const headings = shown.map(({ head, hidesHead }) =>
    hidesHead ? (
      <span key={head} className="vh">
        {head}
      </span>
    ) : (
      head
    ),
  )
  return (
    <RowTable
      label={label}
      head={headings}
      classes={shown.map(({ className }) => (className === 'n' ? 'n' : undefined))}
    >
      {rows.map((item, index) => (
        <Row key={rowKey(item, index)}>
          {shown.map(({ head, cell, hidesHead, labelled, ...place }) => (
            <Cell key={head} label={labelled ? head : undefined} {...place}>
              {cell(item)}
            </Cell>
          ))}
        </Row>
      ))}
    </RowTable>
  )
}

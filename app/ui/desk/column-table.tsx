import type { Key, ReactNode } from 'react'
import { Cell, Row, RowTable } from '#app/ui/page/row-table.tsx'

/** A column of a table: its heading, what stands in it of a row, and where that stands in a card (`Cell` of row-table.tsx). */
export interface Column<Item> {
  head: string
  cell: (item: Item) => ReactNode
  /** The heading is heard only: what stands below it is a button, or speaks for itself. */
  hidesHead?: boolean
  /** In a card, where there are no headings, the heading is written before the value. */
  labelled?: boolean
  second?: boolean
  far?: boolean
  whole?: boolean
  className?: string
}

/** A table by its columns; `false` is a column that this table lacks. */
export function ColumnTable<Item>({
  label,
  columns,
  rows,
  rowKey,
}: {
  label: string
  columns: readonly (Column<Item> | false)[]
  rows: readonly Item[]
  /** What a row is known by; its place where it has no name. */
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
    <RowTable label={label} head={headings}>
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

import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'

/** A row as it is selected, in which columns with a default are optional. */
export type Row<Table extends keyof DB> = {
  [Column in keyof Insertable<DB[Table]>]: Column extends keyof Selectable<DB[Table]>
    ? Selectable<DB[Table]>[Column]
    : never
}

/** Inserts all rows in one statement. All rows must have the columns of the first. */
export async function insertRows<Table extends keyof DB>(tx: Kysely<DB>, table: Table, rows: readonly Row<Table>[]) {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`.execute(tx)
}

/** Sets the tables' sequences so that the next generated id is one above the highest. */
export async function continueIds(tx: Kysely<DB>, tables: readonly (keyof DB)[]) {
  for (const table of tables) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      tx,
    )
  }
}

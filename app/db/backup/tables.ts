import pg from 'pg'

/** A table that is copied; `only` leaves rows out. Names are quoted where SQL needs it. */
export type CopiedTable = { name: string; columns: string[]; only: string }

type Query = Pick<pg.ClientBase, 'query'>

/** The migrations write these themselves. */
const OF_MIGRATIONS = ['kysely_migration', 'kysely_migration_lock']
/** Of the queue only what is still to be done: the rest of its schema it makes itself. */
const OF_QUEUE: Record<string, string> = { queue: '', job: `where state < 'completed'` }

/** Unlogged ones hold nothing that outlives a crash. */
const PUBLIC_TABLES = `
  select c.oid, quote_ident(c.relname) as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relpersistence <> 'u'
    and c.relname <> all ($1)
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by 2`

/** Every table of ours with its columns, and what of the queue is still to be done. */
export async function tablesToCopy(client: Query): Promise<CopiedTable[]> {
  const { rows: own } = await client.query<{ oid: number; name: string }>(PUBLIC_TABLES, [OF_MIGRATIONS])
  const { rows: queue } = await client.query<{ oid: number; name: string }>(
    `select c.oid, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'pgboss' and c.relname = any ($1) order by c.relname desc`,
    [Object.keys(OF_QUEUE)],
  )
  const wanted = [
    ...own.map(({ oid, name }) => ({ oid, name: `public.${name}`, only: '' })),
    ...queue.map(({ oid, name }) => ({ oid, name: `pgboss.${name}`, only: OF_QUEUE[name] ?? '' })),
  ]
  const { rows: columns } = await client.query<{ oid: number; columns: string[] }>(
    `select attrelid as oid, array_agg(quote_ident(attname) order by attnum)::text[] as columns from pg_attribute
     where attrelid = any ($1::oid[]) and attnum > 0 and not attisdropped and attgenerated = '' group by 1`,
    [wanted.map(({ oid }) => oid)],
  )
  const columnsOf = new Map(columns.map((row) => [row.oid, row.columns]))
  return wanted.map(({ oid, ...table }) => ({ ...table, columns: columnsOf.get(oid) ?? [] }))
}

/** The columns that are written and read, in their order: never those that the server computes. */
export function copiedColumns({ columns }: CopiedTable): string {
  return columns.join(', ')
}

/** How many rows each table of ours has, exactly. */
export async function countRows(client: Query): Promise<Record<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(PUBLIC_TABLES, [[]])
  const counted: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: string }>(`select count(*) from public.${name}`)
    counted[name] = Number(rows[0]?.count)
  }
  return counted
}

/** How many constraints, indexes and triggers the schema has. `not null` is left out, which PostgreSQL counts only from 18 on. */
export async function countsOfSchema(client: Query): Promise<Record<string, number>> {
  const { rows } = await client.query<Record<string, number>>(
    `select
      (select count(*)::int from pg_constraint
        where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'p', 'u', 'x') and convalidated) as constraints,
      (select count(*)::int from pg_index join pg_class c on c.oid = indexrelid
        where c.relnamespace = 'public'::regnamespace and indisvalid) as indexes,
      (select count(*)::int from pg_trigger join pg_class c on c.oid = tgrelid
        where c.relnamespace = 'public'::regnamespace and not tgisinternal and tgenabled = 'O') as triggers`,
  )
  return rows[0] ?? {}
}

/** Whether there is nothing in the database but extensions. */
export async function isEmptyDatabase(client: Query): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(
    `select not exists (
      select from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    ) as empty`,
  )
  return rows[0]?.empty ?? false
}

/** The keys of the uploaded files that rows name. */
export async function filesOfRows(client: Query): Promise<Set<string>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select quote_ident(c.relname) as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where attname = 'file_key' and c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  )
  const keys = new Set<string>()
  for (const { name } of tables) {
    const { rows } = await client.query<{ key: string }>(
      `select distinct file_key as key from public.${name} where file_key is not null`,
    )
    for (const { key } of rows) keys.add(key)
  }
  return keys
}

/** Which of these files rows name now: those that were removed with their row during a backup are not missing. */
export async function namedStill(url: string, keys: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'savari-backup' })
  await client.connect()
  try {
    const named = await filesOfRows(client)
    return keys.filter((key) => named.has(key))
  } finally {
    await client.end()
  }
}

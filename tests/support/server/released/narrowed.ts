import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'

/** What code relies on that reads and writes a schema. */
export interface SchemaFacts {
  /** By table and column. */
  columns: Map<string, { type: string; isRequired: boolean; hasDefault: boolean; isWritten: boolean }>
  /** What refuses or changes what is written: constraints, unique indexes and triggers, each with its text. */
  limits: Map<string, { table: string; text: string }>
}

/** Reads the public schema of a database as it is now. */
export async function schemaFacts(db: Kysely<DB>): Promise<SchemaFacts> {
  const { rows: columns } = await sql<{
    name: string
    type: string
    required: boolean
    filled: boolean
    made: boolean
  }>`
    select class.relname || '.' || attname as name, format_type(atttypid, atttypmod) as type, attnotnull as required,
      atthasdef or attidentity <> '' as filled, attgenerated <> '' or class.relkind = 'v' as made
    from pg_attribute join pg_class as class on class.oid = attrelid
    where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped
      and class.relname not like 'kysely%'`.execute(db)
  const { rows: limits } = await sql<{ name: string; table: string; text: string }>`
    select 'constraint ' || conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as text
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0 and contype <> 'n'
    union all
    select 'unique index ' || indexrelid::regclass::text, indrelid::regclass::text, pg_get_indexdef(indexrelid)
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indisunique and relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid)
    union all
    select 'trigger ' || tgname, tgrelid::regclass::text, pg_get_triggerdef(pg_trigger.oid)
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace`.execute(db)
  return {
    columns: new Map(
      columns.map(({ name, type, required, filled, made }) => [
        name,
        { type, isRequired: required, hasDefault: filled, isWritten: !made },
      ]),
    ),
    limits: new Map(limits.map(({ name, table, text }) => [`${name} of ${table}`, { table, text }])),
  }
}

/**
 * What the release that knows `before` may stumble over on the schema `after`: it reads and writes the columns of then, and knows nothing of
 * new ones. One line each; whether it really does is for whoever makes the change to say. Source: issue 21, D.
 */
export function narrowedSince(before: SchemaFacts, after: SchemaFacts): string[] {
  const tables = new Set([...before.columns.keys()].map(tableOf))
  const found: string[] = []
  for (const [name, was] of before.columns) {
    const is = after.columns.get(name)
    if (!is) found.push(`${name} is gone`)
    else if (is.type !== was.type) found.push(`${name} was ${was.type} and is ${is.type}`)
    else if (is.isRequired && !was.isRequired) found.push(`${name} must have a value now`)
    else if (is.isRequired && was.hasDefault && !is.hasDefault) found.push(`${name} has no default any more`)
    else if (was.isWritten && !is.isWritten) found.push(`${name} cannot be written any more`)
  }
  for (const [name, { isRequired, hasDefault, isWritten }] of after.columns) {
    const isNew = !before.columns.has(name) && tables.has(tableOf(name))
    if (isNew && isRequired && !hasDefault && isWritten) found.push(`${name} is new and must have a value`)
  }
  for (const [name, { table, text }] of after.limits) {
    const was = before.limits.get(name)
    if (tables.has(table) && was?.text !== text) found.push(`${name} is ${was ? 'another one' : 'new'}`)
  }
  return found
}

const tableOf = (column: string) => column.slice(0, column.indexOf('.'))

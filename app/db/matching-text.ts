import { sql } from 'kysely'
import { foldText } from '#app/rules/text/digits.ts'

/** A condition that is put together from parts. */
export type Condition = ReturnType<typeof sql<boolean>>

/** Whether one of these holds. */
export const anyOf = (conditions: readonly Condition[]): Condition => sql<boolean>`(${sql.join(conditions, sql` or `)})`

/** The pattern by which `holdsName` looks for a part of a name, with letters of one form. */
export const namePattern = (typed: string): string => `%${foldText(typed).replace(/[\\%_]/g, '\\$&')}%`

/** Whether a column holds a name of this pattern: Persian letters may be in the other form there. */
export const holdsName = (column: string, pattern: string): Condition =>
  sql<boolean>`translate(lower(${sql.ref(column)}::text), 'يكىآأإؤئ', 'یکیاااوی') like ${pattern}`

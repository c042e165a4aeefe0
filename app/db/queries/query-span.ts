import type { LogEvent } from 'kysely'
import { codeOf } from '#app/db/connection/error-code.ts'
import { noteSpan } from '#app/tracing/spans.ts'
import { withoutValues } from './statement.ts'

const LONGEST_TEXT = 1_000

/** Makes a span of a statement, for Kysely's `log`. Names of attributes: OpenTelemetry's conventions for databases. */
export function noteQuerySpan(event: LogEvent): void {
  const { query, queryDurationMillis } = event
  const operation = (/\w+/.exec(query.sql)?.[0] ?? 'query').toUpperCase()
  const describe = () => ({
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': withoutValues(query.sql).slice(0, LONGEST_TEXT),
  })
  const error = event.level === 'error' ? codeOf(event.error) || 'error' : undefined
  noteSpan(operation, queryDurationMillis, describe, error)
}

import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import { api } from '#app/api/call/context.ts'
import type { AuditFilters } from '#app/contract/operator/audit.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { pageSlice } from '#app/rules/search/pagination.ts'
import { addDays } from '#app/rules/time/calendar-date.ts'
import { instantOf } from '#app/rules/time/rental-time.ts'
import { auditChanges } from './audit-changes.ts'

type Wanted = z.output<typeof AuditFilters>

/** The writes by a company's own staff. */
export const companyLog = api.company.staff.log.handler(({ input: { company: _, ...wanted }, context }) =>
  auditEntries(context.deps.db, wanted, context.company),
)

/** A page of the log; with `company`, only what its staff did. */
export async function auditEntries(db: Kysely<DB>, wanted: Wanted, company?: number) {
  const { subject, key, actor, who, from, to, page, size } = wanted
  const entries = db
    .selectFrom('audit_entry')
    .leftJoin('account', 'account.id', 'audit_entry.actor')
    .$if(company !== undefined, (query) =>
      query.where('audit_entry.company_id', '=', company ?? 0).where('audit_entry.role', '=', 'AGENT'),
    )
    .$if(subject !== undefined, (query) => query.where('audit_entry.subject', '=', subject ?? ''))
    .$if(key !== undefined, (query) => query.where('row_key', '=', key ?? ''))
    .$if(actor !== undefined, (query) => query.where('actor', '=', actor ?? ''))
    .$if(who !== undefined, (query) =>
      query.where(
        sql<boolean>`strpos(lower(concat_ws(' ', account.fullname, account.phone, audit_entry.api_key)), lower(${who ?? ''})) > 0`,
      ),
    )
    .$if(from !== undefined, (query) => query.where('audit_entry.at', '>=', startOf(from ?? '')))
    .$if(to !== undefined, (query) => query.where('audit_entry.at', '<', startOf(addDays(to ?? '', 1))))
  const { count } = await entries.select((of) => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await entries
    .selectAll('audit_entry')
    .select('account.fullname')
    .orderBy('audit_entry.id', 'desc')
    .limit(size)
    .offset(pageSlice(page, count, size).start)
    .execute()
  const results = rows.map(({ id, at, role, call, reason, action, ...row }) => ({
    ...{ id, role, call, reason, action },
    at: at.toISOString(),
    // What a program did bears the name of its key. A command of set-up has a name and no account.
    actor: { id: row.actor, name: row.api_key ?? row.fullname ?? (role === 'SETUP' ? row.actor : null) },
    subject: row.subject,
    key: row.row_key,
    changes: auditChanges(row.before, row.after),
  }))
  return { count, results }
}

const startOf = (day: string) => instantOf(day, '00:00', HOME_ZONE)

import { api } from '#app/api/call/context.ts'
import { pageSlice } from '#app/rules/search/pagination.ts'
import { auditChanges } from './audit-changes.ts'

/** Every write by staff and operators, newest first, filtered by thing or person if given. */
export const auditLog = api.operator.audit.list.handler(async ({ input, context }) => {
  const { subject, key, actor, page, size } = input
  const entries = context.deps.db
    .selectFrom('audit_entry')
    .$if(subject !== undefined, (query) => query.where('audit_entry.subject', '=', subject ?? ''))
    .$if(key !== undefined, (query) => query.where('row_key', '=', key ?? ''))
    .$if(actor !== undefined, (query) => query.where('actor', '=', actor ?? ''))
  const { count } = await entries.select((of) => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await entries
    .leftJoin('account', 'account.id', 'audit_entry.actor')
    .selectAll('audit_entry')
    .select('account.fullname')
    .orderBy('audit_entry.id', 'desc')
    .limit(size)
    .offset(pageSlice(page, count, size).start)
    .execute()
  const results = rows.map(({ id, at, role, call, reason, action, ...row }) => ({
    ...{ id, role, call, reason, action },
    at: at.toISOString(),
    actor: { id: row.actor, name: row.fullname ?? row.actor },
    subject: row.subject,
    key: row.row_key,
    changes: auditChanges(row.before, row.after),
  }))
  return { count, results }
})

import { type Kysely, sql } from 'kysely'
import { auditChanges } from '#app/api/company/staff/audit-changes.ts'
import type { DB } from '#app/db/connection/schema.ts'
import type { Entry } from './timeline.ts'

const MOST = 200

/** What the audit log has of a reservation and of what belongs to it. */
export async function logOf(db: Kysely<DB>, reservation: string): Promise<Entry[]> {
  const rows = await db
    .selectFrom('audit_entry')
    .leftJoin('account', 'account.id', 'audit_entry.actor')
    .selectAll('audit_entry')
    .select('account.fullname')
    .where(
      sql<boolean>`(subject, row_key) in (select 'reservation', ${reservation}
        union all select 'open_rent', ${reservation}
        union all select 'payment', id from payment where reservation_id = ${reservation}
        union all select 'wallet_correction', correction.id::text from wallet_correction correction
          join payment on payment.id = correction.payment_id where payment.reservation_id = ${reservation}
        union all select 'protocol', id from protocol where reservation_id = ${reservation}
        union all select 'proposal', id from proposal where reservation_id = ${reservation})`,
    )
    // Who opened it is in the log itself: here it would hide what happened.
    .where('action', '<>', 'READ')
    .orderBy('audit_entry.id', 'desc')
    .limit(MOST)
    .execute()
  return rows.map(({ at, actor, fullname, role, call, subject, action, reason, before, after }) => ({
    what: 'LOG',
    at: at.toISOString(),
    by: fullname ?? actor,
    ...{ role, call, subject, action, reason },
    changes: auditChanges(before, after),
  }))
}

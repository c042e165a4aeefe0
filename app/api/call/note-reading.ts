import { sql } from 'kysely'
import type { Person } from '#app/api/call/admission/person.ts'
import type { ApiContext } from '#app/api/call/context.ts'

/** Opening the same again within this time is the same reading. */
const AGAIN_MINUTES = 10

type Reading = {
  /** The table and the id of its row. */
  subject: 'account' | 'ad' | 'company' | 'reservation' | 'partner_application'
  key: string
  /** The call of the API, as the audit log names calls. */
  call: string
  /** Which of its documents. */
  document?: string
}

/**
 * Writes into the audit log that staff or an operator opened somebody's personal data. Customers who open their own are
 * not written down. Source: decisions.md, "What a company sees of a customer".
 */
export async function noteReading(
  { deps, person, requestId }: Pick<ApiContext, 'deps' | 'requestId'> & { person: Person },
  { subject, key, call, document }: Reading,
): Promise<void> {
  const { id, role, companyId } = person
  if (role === 'CLIENT') return
  const what = JSON.stringify(document === undefined ? {} : { document })
  await sql`insert into audit_entry (actor, role, company_id, call, request_id, subject, row_key, action, before, after)
    select ${id}, ${role}, ${companyId}, ${call}, ${requestId}, ${subject}, ${key}, 'READ', '{}', ${what}::jsonb
    where not exists (select from audit_entry where subject = ${subject} and row_key = ${key} and actor = ${id}
      and action = 'READ' and after = ${what}::jsonb and at > now() - make_interval(mins => ${AGAIN_MINUTES}))`.execute(
    deps.db,
  )
}

import { addSecret } from '#app/api/company/developers/webhooks/secrets.ts'
import type { EventType } from '#app/rules/access/api-event.ts'
import type { TestApi } from './api.ts'

/** An endpoint of a company, by default for all events, at an address that need not be public, with one test that waits. */
export async function storeWebhook(
  { deps }: Pick<TestApi, 'deps'>,
  { company, url = 'https://crm.example/events', events = [] }: { company: number; url?: string; events?: EventType[] },
): Promise<{ id: number; secret: string; delivery: string }> {
  const at = deps.now()
  return deps.db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('webhook')
      .values({ company_id: company, url, events, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: delivery } = await tx
      .insertInto('webhook_delivery')
      .values({ webhook_id: id, next_at: at, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, secret: await addSecret(deps, tx, id), delivery }
  })
}

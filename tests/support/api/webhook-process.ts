import type { Deps } from '#app/api/call/context.ts'
import { startWebhooks } from '#app/api/work/webhooks.ts'
import { openDatabase } from '#app/db/connection/connection.ts'
import { isPrivateAddress } from '#app/providers/network/public-address.ts'
import { createWebhookSend } from '#app/providers/webhooks/send-webhook.ts'

/**
 * A process that only sends events to endpoints, for tests that kill it. `WEBHOOK_DATABASE` is the database, `WEBHOOK_SECRET` the
 * settings' secret, `WEBHOOK_NOW` the time of its clock at its start.
 */
const { WEBHOOK_DATABASE: databaseUrl = '', WEBHOOK_SECRET: secret = '', WEBHOOK_NOW: start = '' } = process.env
const ahead = Date.parse(start) - Date.now()
const { db, url } = await openDatabase({ databaseUrl, dataDir: '', log: console.error })
const sendWebhook = createWebhookSend({
  isForbidden: (address) => address !== '127.0.0.1' && isPrivateAddress(address),
  isPlainAllowed: true,
})
const deps = { db, now: () => new Date(Date.now() + ahead), settings: { secret }, sendWebhook } as unknown as Deps
await startWebhooks({ deps, url, log: console.error })
console.log('ready')

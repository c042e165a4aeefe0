import type { Kysely } from 'kysely'
import type { ApiContext, Tx } from '#app/api/call/context.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { tokenHash } from '#app/rules/access/keys.ts'
import { subscriberOf } from '#app/rules/access/network.ts'

/** Who requests and tries one-time codes. */
export type Asker = Pick<ApiContext, 'deviceKey' | 'clientAddress'>

/**
 * The identity for requesting and trying codes: a browser's or app's key, which nobody else knows; for a program
 * without a key its network, whose users share their tries.
 */
export function askerOf({ deviceKey, clientAddress }: Asker): string {
  return deviceKey ? deviceOf(deviceKey) : `network ${subscriberOf(clientAddress)}`
}

/** Whether an account with this phone or mailbox has signed in with the caller's browser or app before. */
export async function knownTo(
  db: Kysely<DB>,
  { deviceKey }: Asker,
  { phone, email }: { phone: string; email: string | null },
): Promise<{ phone: boolean; mailbox: boolean }> {
  if (!deviceKey) return { phone: false, mailbox: false }
  const accounts = await db
    .selectFrom('known_device')
    .innerJoin('account', 'account.id', 'known_device.account_id')
    .select(['account.phone', 'account.phone_proven_at', 'account.email'])
    .where('known_device.device', '=', deviceOf(deviceKey))
    .where((of) => of.or([of('account.phone', '=', phone), of('account.email', '=', email ?? '')]))
    .execute()
  return {
    // A number that no SMS has proven can be typed by anybody.
    phone: accounts.some((account) => account.phone === phone && account.phone_proven_at !== null),
    mailbox: email !== null && accounts.some((account) => account.email === email),
  }
}

/** Remembers that an account has signed in with the caller's browser or app. */
export async function rememberDevice(
  tx: Tx,
  account: string,
  { deviceKey, at }: { deviceKey: string | undefined; at: Date },
): Promise<void> {
  if (!deviceKey) return
  await tx
    .insertInto('known_device')
    .values({ account_id: account, device: deviceOf(deviceKey), used_at: at })
    .onConflict((conflict) => conflict.columns(['account_id', 'device']).doUpdateSet({ used_at: at }))
    .execute()
}

const deviceOf = (key: string) => `device ${tokenHash(key)}`

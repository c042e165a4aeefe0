import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { DEMONSTRATION_PEOPLE } from '#app/rules/identity/demonstration-people.ts'
import { DEFAULT_NOTIFICATIONS } from '#app/rules/messages/notifications.ts'
import { DAY_MS } from '#app/rules/time/durations.ts'
import { newId } from './new-id.ts'
import { STAYS } from './stays.ts'
import { writeStay } from './write-stay.ts'

/** What the owner's profile says; the others have not filled theirs in. */
const OWNER = {
  username: 'sara_m',
  email: 'sara@example.com',
  national_id: '0084575948',
  date_of_birth: '1990-05-20',
  country: 'IR',
  city: 'تهران',
  address: 'خیابان ولیعصر، کوچهٔ بهار، پلاک ۱۲',
  zip_code: '1966733111',
}

/**
 * Loads the demonstration's people, and the owner's reservations in every status with their payments and wallet movements.
 * Ids are random as everywhere: somebody who knows the source code must not know the address of a voucher.
 */
export async function loadPeople(tx: Kysely<DB>, now: Date): Promise<void> {
  const joined = new Date(now.getTime() - 200 * DAY_MS)
  for (const { identity, role, phone, fullname, companyId, staffRole, operatorRole } of DEMONSTRATION_PEOPLE) {
    await tx
      .insertInto('account')
      .values({
        id: newId(),
        phone,
        role,
        fullname,
        company_id: companyId,
        staff_role: staffRole,
        operator_role: operatorRole,
        notifications: JSON.stringify(DEFAULT_NOTIFICATIONS),
        activated_at: joined,
        phone_proven_at: joined,
        created_at: joined,
        ...(identity === 'owner' && OWNER),
      })
      .onConflict((conflict) => conflict.column('holder').doNothing())
      .execute()
  }
  const [owner] = DEMONSTRATION_PEOPLE
  const { username, ...driver } = OWNER
  for (const stay of STAYS) await writeStay(tx, stay, { now, driver: { ...driver, ...owner }, newId })
}

import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { DEMONSTRATION_PEOPLE } from '#app/rules/identity/demonstration-people.ts'
import { SUCCESSFUL } from '#app/rules/reservation/reservation-status.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'
import { newId } from './new-id.ts'

/** Who says what, this many minutes ago. */
type Line = [by: 'customer' | 'company', minutesAgo: number, text: string]

const CHATS: Line[][] = [
  [
    ['customer', 95, 'سلام. پرواز ما ساعت ۹ می‌نشیند. در فرودگاه کجا شما را پیدا کنیم؟'],
    ['company', 88, 'سلام، خوش آمدید. باجهٔ ۴ روبه‌روی در خروجی ۲ هستیم.'],
    ['customer', 12, 'ممنون. اگر پرواز دیر شد، می‌مانید؟'],
  ],
  [
    ['customer', 3100, 'صندلی کودک هم در خودرو هست؟'],
    ['company', 3060, 'بله، برای کودک تا چهار سال. هنگام تحویل نصبش می‌کنیم.'],
  ],
]

/** Chats of the demonstration's customers with the agency about their reservations: one waits for its answer. */
export async function loadChats(tx: Kysely<DB>, now: Date): Promise<void> {
  const person = (identity: string) => DEMONSTRATION_PEOPLE.find((one) => one.identity === identity)
  const agency = person('agency')
  const reservations = await tx
    .selectFrom('reservation')
    .innerJoin('account', 'account.holder', 'reservation.holder')
    .select(['reservation.id', 'reservation.company_id', 'account.id as customer'])
    .where('reservation.company_id', '=', agency?.companyId ?? 0)
    .where('reservation.status', 'in', SUCCESSFUL)
    .where('account.phone', '=', person('owner')?.phone ?? '')
    .orderBy('reservation.start_at', 'desc')
    .limit(CHATS.length)
    .execute()
  const staff = await tx
    .selectFrom('account')
    .select('id')
    .where('phone', '=', agency?.phone ?? '')
    .executeTakeFirst()
  for (const [index, { id: reservation, company_id, customer }] of reservations.entries())
    await writeChat(tx, CHATS[index] ?? [], { reservation, company: company_id, customer, staff: staff?.id, now })
}

async function writeChat(
  tx: Kysely<DB>,
  lines: Line[],
  {
    reservation,
    company,
    customer,
    staff = null,
    now,
  }: { reservation: string; company: number; customer: string; staff: string | null | undefined; now: Date },
) {
  const id = newId()
  const at = (minutesAgo: number) => new Date(now.getTime() - minutesAgo * MINUTE_MS)
  const moments = lines.map(([, minutesAgo]) => at(minutesAgo))
  const answered = lines.findLastIndex(([by]) => by === 'company') + 1
  const waitingSince = moments[answered] ?? null
  await tx
    .insertInto('conversation')
    .values({
      ...{ id, kind: 'CHAT', reservation_id: reservation, company_id: company, last_seq: lines.length },
      ...{ created_at: moments[0] ?? now, updated_at: moments.at(-1) ?? now },
      ...{ waiting_since: waitingSince, queued_at: waitingSince },
    })
    .execute()
  for (const [index, [by, minutesAgo, body]] of lines.entries()) {
    const isCustomer = by === 'customer'
    await tx
      .insertInto('conversation_message')
      .values({
        ...{ conversation_id: id, seq: index + 1, client_id: `demonstration-${index + 1}`, body },
        ...{ sender: isCustomer ? 'CLIENT' : 'AGENT', account_id: isCustomer ? customer : staff },
        created_at: at(minutesAgo),
      })
      .execute()
  }
  const read = { conversation_id: id, read_at: now }
  await tx
    .insertInto('conversation_read')
    .values([
      { ...read, side: 'CUSTOMER', seq: lines.length },
      { ...read, side: 'COMPANY', seq: answered },
    ])
    .execute()
}

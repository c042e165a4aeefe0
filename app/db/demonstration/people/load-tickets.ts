import { type Kysely, sql } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { DEMONSTRATION_PEOPLE, type DemonstrationIdentity } from '#app/rules/identity/demonstration-people.ts'
import { type Department, type TicketStatus, WAITING } from '#app/rules/messages/ticket-status.ts'
import { HOUR_MS } from '#app/rules/time/durations.ts'
import { newId } from './new-id.ts'

/** Who says what, this many hours ago. */
type Line = [by: 'customer' | 'operator', hoursAgo: number, text: string]
type DemonstrationTicket = {
  of: DemonstrationIdentity
  department: Department
  subject: string
  status: TicketStatus
  lines: Line[]
  /** How many of the messages its customer has read. */
  read: number
}

const TICKETS: DemonstrationTicket[] = [
  {
    of: 'owner',
    department: 'FINANCIAL',
    subject: 'بازگشت ودیعهٔ سفر شیراز',
    status: 'ANSWERED',
    lines: [
      ['customer', 40, 'سلام. خودرو را چهار روز پیش سالم پس دادم، ولی ودیعه هنوز برنگشته است.'],
      ['operator', 22, 'سلام خانم محمدی. شرکت تأیید کرد و ودیعه امروز آزاد شد. تا ۲۴ ساعت دیگر در حسابتان می‌نشیند.'],
    ],
    read: 1,
  },
  {
    of: 'owner',
    department: 'SALES',
    subject: 'تغییر ساعت تحویل در فرودگاه',
    status: 'CUSTOMER_REPLY',
    lines: [
      ['customer', 52, 'پروازم جلو افتاده است. می‌شود خودرو را ساعت ۸ صبح در فرودگاه تحویل بگیرم؟'],
      ['operator', 49, 'بله، شرکت از ساعت ۷ در فرودگاه است. شمارهٔ پرواز را برایمان بنویسید.'],
      ['customer', 30, 'شمارهٔ پرواز EP۳۷۴۲ است.'],
    ],
    read: 3,
  },
  {
    of: 'owner',
    department: 'FINANCIAL',
    subject: 'رسید رسمی برای شرکت',
    status: 'CLOSED',
    lines: [
      ['customer', 1180, 'برای پرداخت سفر کیش رسید رسمی به نام شرکت می‌خواهم.'],
      ['operator', 1175, 'صورت‌حساب در صفحهٔ پرداخت‌های شماست و می‌توانید آن را چاپ کنید.'],
    ],
    read: 2,
  },
  {
    of: 'another',
    department: 'SALES',
    subject: 'صندلی کودک',
    status: 'OPEN',
    lines: [['customer', 5, 'برای دو کودک سه و پنج ساله چه صندلی‌هایی دارید؟']],
    read: 1,
  },
]

/** Tickets of the demonstration's customers: answered, waiting for operators, closed. */
export async function loadTickets(tx: Kysely<DB>, now: Date): Promise<void> {
  const phones = DEMONSTRATION_PEOPLE.map(({ phone }) => phone)
  const accounts = await tx.selectFrom('account').select(['id', 'phone']).where('phone', 'in', phones).execute()
  const idOf = (identity: DemonstrationIdentity) => {
    const { phone } = DEMONSTRATION_PEOPLE.find((person) => person.identity === identity)!
    return accounts.find((account) => account.phone === phone)?.id
  }
  const operator = idOf('admin')
  for (const ticket of TICKETS) {
    const customer = idOf(ticket.of)
    if (customer && operator) await writeTicket(tx, ticket, { customer, operator, now })
  }
}

async function writeTicket(
  tx: Kysely<DB>,
  { department, subject, status, lines, read }: DemonstrationTicket,
  { customer, operator, now }: { customer: string; operator: string; now: Date },
) {
  const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * HOUR_MS)
  const moments = lines.map(([, hoursAgo]) => at(hoursAgo))
  const id = newId()
  const answered = lines.findLastIndex(([by]) => by === 'operator') + 1
  const waitingSince = WAITING.includes(status) ? (moments[answered] ?? null) : null
  await tx
    .insertInto('conversation')
    .values({
      ...{ id, kind: 'TICKET', department, subject, status, account_id: customer, last_seq: lines.length },
      ...{ number: sql<number>`nextval('ticket_number')`, created_at: moments[0]!, updated_at: moments.at(-1)! },
      ...{ waiting_since: waitingSince, queued_at: waitingSince },
    })
    .execute()
  for (const [index, [by, hoursAgo, body]] of lines.entries()) {
    const isCustomer = by === 'customer'
    await tx
      .insertInto('conversation_message')
      .values({
        ...{
          conversation_id: id,
          seq: index + 1,
          client_id: `demonstration-${index + 1}`,
          body,
          created_at: at(hoursAgo),
        },
        ...{ sender: isCustomer ? 'CLIENT' : 'ADMIN', account_id: isCustomer ? customer : operator },
      })
      .execute()
  }
  for (const [side, seq] of [
    ['CUSTOMER', read],
    ['OPERATOR', Math.max(answered, status === 'OPEN' ? 0 : 1)],
  ] as const) {
    await tx.insertInto('conversation_read').values({ conversation_id: id, side, seq, read_at: now }).execute()
  }
}

import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { DEFAULT_NOTIFICATIONS } from '#app/rules/messages/notifications.ts'
import { HOUR_MS } from '#app/rules/time/durations.ts'
import { newId } from './new-id.ts'

/** Loads one more person, whose partner application waits for the operator. */
export async function loadPartners(tx: Kysely<DB>, now: Date): Promise<void> {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  const city = await tx.selectFrom('city').select('id').where('slug', '=', 'qeshm').executeTakeFirstOrThrow()
  const account = await tx
    .insertInto('account')
    .values({
      ...{ id: newId(), phone: '+989120000019', fullname: 'مریم قشمی' },
      notifications: JSON.stringify(DEFAULT_NOTIFICATIONS),
      ...{ activated_at: ago(30), phone_proven_at: ago(30), created_at: ago(30) },
    })
    .onConflict((conflict) => conflict.column('holder').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!account) return
  await tx
    .insertInto('partner_application')
    .values({
      ...{ account_id: account.id, status: 'SENT', language: 'fa' },
      ...{ company_name: 'ساحل سبز قشم', latin_name: 'Sahel Sabz Qeshm' },
      ...{ legal_name: 'شرکت ساحل سبز قشم (با مسئولیت محدود)', legal_id: '14009876543', contact_name: 'مریم قشمی' },
      ...{ city_id: city.id, place_kind: 'AIRPORT', place_name: 'فرودگاه قشم', address: 'سالن پروازهای ورودی' },
      ...{ kinds: ['CAR', 'MOTORBIKE'], vehicles: 24 },
      ...{ bank_holder: 'ساحل سبز قشم', iban: 'IR062960000000100324200001' },
      ...{ created_at: ago(28), changed_at: ago(20), sent_at: ago(20) },
    })
    .execute()
}

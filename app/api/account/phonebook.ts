import { phoneOf } from '#app/api/account/sign-in/destination.ts'
import { limitSubscriber } from '#app/api/call/limits.ts'
import { api } from '../context.ts'

const PER_HOUR = 20
const HOUR = 3600

/** Notes who is about to write on WhatsApp, once for each place they came from (§7); rate-limited. */
export const phonebookRegister = api.account.phonebookRegister.handler(async ({ input, context }) => {
  const { deps, language } = context
  const phone = phoneOf(input, language)
  await limitSubscriber(context, 'phonebook', PER_HOUR, HOUR)
  await deps.db
    .insertInto('phone_book')
    .values({ origin: input.origin, phone, created_at: deps.now() })
    .onConflict((conflict) => conflict.columns(['phone', 'origin']).doNothing())
    .execute()
  return { registered: true }
})

import { phoneOf } from '#app/api/account/sign-in/destination.ts'
import { api } from '#app/api/call/context.ts'

/** Stores the phone of somebody who is about to write on WhatsApp, once for each page that they came from (§7). */
export const phonebookRegister = api.account.phonebookRegister.handler(async ({ input, context }) => {
  const { deps, language } = context
  const phone = phoneOf(input, language)
  await deps.db
    .insertInto('phone_book')
    .values({ origin: input.origin, phone, created_at: deps.now() })
    .onConflict((conflict) => conflict.columns(['phone', 'origin']).doNothing())
    .execute()
  return { registered: true }
})

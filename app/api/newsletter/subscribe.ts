import { api } from '#app/api/call/context.ts'
import { limitSubscriber } from '#app/api/call/limits.ts'
import { mailLinkToken } from '#app/api/call/mail-link.ts'
import { publicId } from '#app/api/call/public-id.ts'
import { inTransaction, oneByOne } from '#app/api/call/transaction.ts'
import { notify } from '#app/api/notifications/notify.ts'
import { subscriberOf } from '#app/rules/access/network.ts'
import { mailboxOf, normaliseEmail } from '#app/rules/identity/email.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'

/** Sign-ups from one subscriber of a network in an hour. Source: *ours*. */
const PER_HOUR = 10

/**
 * Stores a request for the newsletter and sends a link to confirm it, within the mailbox's limits. The answer does not
 * say whether it is subscribed already, under this address or another one of the mailbox. Throws TOO_MANY_REQUESTS.
 */
export const subscribe = api.newsletter.subscribe.handler(async ({ input, context }) => {
  const { deps, language, clientAddress } = context
  await limitSubscriber(context, 'newsletter', PER_HOUR, HOUR_SECONDS)
  const email = normaliseEmail(input.email)
  const mailbox = mailboxOf(email)
  const now = deps.now()
  await inTransaction(deps.db, async (tx) => {
    await oneByOne(tx, `newsletter ${mailbox}`)
    const known = await tx
      .selectFrom('newsletter_subscription')
      .select(['id', 'confirmed_at', 'ended_at'])
      .where('mailbox', '=', mailbox)
      .executeTakeFirst()
    if (known?.confirmed_at && !known.ended_at) return
    const id = known?.id ?? publicId()
    await tx
      .insertInto('newsletter_subscription')
      .values({ id, email, mailbox, language, requested_at: now })
      .onConflict((conflict) => conflict.column('mailbox').doUpdateSet({ email, language, requested_at: now }))
      .execute()
    const token = mailLinkToken(deps, id, 'confirm')
    const path = `/newsletter/confirm?token=${token}`
    await notify(deps, tx, {
      kind: 'newsletterConfirm',
      email,
      language,
      path,
      subscriber: subscriberOf(clientAddress),
    })
  })
  return { requested: true }
})

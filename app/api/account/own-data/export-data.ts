import { movementsOf } from '#app/api/account/wallet/wallet-history.ts'
import { api } from '#app/api/call/context.ts'
import { currencyIn, numberOf } from '#app/db/reservation.ts'
import { CURRENCY_CODES } from '#app/rules/constants.ts'
import { mailboxOf } from '#app/rules/identity/email.ts'
import { exportConversations } from './conversations.ts'
import { reservationsOf, walletOf } from './holdings.ts'

/** Everything that is stored about the signed-in person, without secrets and without other people's data. */
export const exportData = api.account.exportData.handler(async ({ context: { deps, person } }) => {
  const { db, now } = deps
  const account = await db.selectFrom('account').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow()
  const reservations = await reservationsOf(db, person).selectAll('reservation').orderBy('created_at').execute()
  const ids = reservations.map(({ id }) => id)
  const own = await walletOf(db, person)
  const payments = await db
    .selectFrom('payment')
    .select(['number', 'reservation_id', 'gateway', 'currency_id', 'amount', 'wallet_amount', 'status', 'reference'])
    .select(['trace', 'card', 'created_at', 'settled_at'])
    .where((where) =>
      where.or([
        ...(ids.length > 0 ? [where('reservation_id', 'in', ids)] : []),
        ...(own === null ? [] : [where('wallet_owner', '=', own)]),
        where.lit(false),
      ]),
    )
    .orderBy('created_at')
    .execute()
  const wallet = await Promise.all(
    CURRENCY_CODES.map(async (code) => (own === null ? [] : await movementsOf(db, own, code))),
  )
  const wallet_payouts = await db
    .selectFrom('wallet_payout')
    .select(['amount', 'currency_id', 'holder', 'iban', 'requested_at'])
    .where('account_id', '=', person.id)
    .orderBy('id')
    .execute()
  const sessions = await db
    .selectFrom('session')
    .select(['device', 'network_address', 'created_at', 'used_at', 'ended_at'])
    .where('account_id', '=', person.id)
    .orderBy('created_at')
    .execute()
  const comments = await db
    .selectFrom('ad_comment')
    .select(['ad_id', 'author', 'language', 'body', 'score', 'approved', 'created_at'])
    .where('account_id', '=', person.id)
    .orderBy('created_at')
    .execute()
  const blog_comments = await db
    .selectFrom('post_comment')
    .innerJoin('post', 'post.id', 'post_comment.post_id')
    .select(['post.slug as post', 'post_comment.author', 'language', 'body', 'approved', 'created_at'])
    .where('account_id', '=', person.id)
    .orderBy('created_at')
    .execute()
  const blog_votes = await db
    .selectFrom('post_vote')
    .innerJoin('post', 'post.id', 'post_vote.post_id')
    .select(['post.slug as post', 'value', 'voted_at'])
    .where('account_id', '=', person.id)
    .execute()
  const ratings = await db
    .selectFrom('ad_rating')
    .select(['ad_id', 'reservation_id', 'score', 'created_at'])
    .where('account_id', '=', person.id)
    .orderBy('created_at')
    .execute()
  const deposit_images = await db
    .selectFrom('deposit_image')
    .select(['reservation_id', 'uploaded_at'])
    .where('account_id', '=', person.id)
    .execute()
  const own_reservations = [...ids, '']
  const deposits = await db
    .selectFrom('deposit')
    .select(['reservation_id', 'way', 'taken', 'back', 'kept', 'held', 'taken_at', 'closed_at'])
    .where('reservation_id', 'in', own_reservations)
    .execute()
  const licences = await db
    .selectFrom('licence_check')
    .select(['reservation_id', 'state', 'number', 'valid_until', 'sent_at', 'decided_at', 'reason'])
    .where('reservation_id', 'in', own_reservations)
    .execute()
  const identity_checks = await db
    .selectFrom('identity_check')
    .select(['reservation_id', 'verdict', 'asked_at', 'valid_until'])
    .where('reservation_id', 'in', own_reservations)
    .execute()
  const further_drivers = await db
    .selectFrom('further_driver')
    .select(['reservation_id', 'fullname', 'date_of_birth', 'number', 'valid_until', 'state', 'added_at', 'reason'])
    .where('reservation_id', 'in', own_reservations)
    .execute()
  const invoice_recipients = await db
    .selectFrom('invoice_recipient')
    .select(['reservation_id', 'business', 'changed_at'])
    .where('reservation_id', 'in', own_reservations)
    .execute()
  const business = await db
    .selectFrom('account_business')
    .select('business')
    .where('account_id', '=', person.id)
    .executeTakeFirst()
  const arrivals = await db
    .selectFrom('arrival')
    .select(['reservation_id', 'way', 'flight', 'arrives_at', 'note', 'saved_at'])
    .where('reservation_id', 'in', own_reservations)
    .execute()
  const phone_book = await db
    .selectFrom('phone_book')
    .select(['origin', 'created_at'])
    .where('phone', '=', person.phone)
    .execute()
  const conversations = await exportConversations(db, person)
  const notifications = await db
    .selectFrom('notification')
    .select(['kind', 'language', 'content', 'created_at'])
    .where('account_id', '=', person.id)
    .orderBy('created_at')
    .execute()
  const driver_records = await db
    .selectFrom('driver_record')
    .select(['reservation_id', 'on_time', 'clean', 'undamaged', 'paid', 'recorded_at'])
    .where((where) => where('reservation_id', '=', where.fn.any(where.val(ids))))
    .execute()
  const favourites = await db
    .selectFrom('favourite')
    .select(['ad_id', 'added_at'])
    .where('account_id', '=', person.id)
    .orderBy('added_at')
    .execute()
  const recent_searches = await db
    .selectFrom('recent_search')
    .select(['kind', 'city_id', 'start_date', 'start_time', 'end_date', 'end_time', 'searched_at'])
    .where('account_id', '=', person.id)
    .orderBy('searched_at')
    .execute()
  const price_alerts = await db
    .selectFrom('price_alert')
    .select(['kind', 'city_id', 'start_date', 'start_time', 'end_date', 'end_time', 'filters', 'way', 'email'])
    .select(['seen', 'most', 'found', 'requested_at', 'confirmed_at', 'ends_at', 'ended_at', 'ended'])
    .where((of) => of.or([of('account_id', '=', person.id), of('mailbox', '=', mailboxOf(account.email ?? ''))]))
    .orderBy('requested_at')
    .execute()
  const partner_applications = await db
    .selectFrom('partner_application')
    .select(['status', 'company_name', 'latin_name', 'legal_name', 'legal_id', 'contact_name', 'city_id'])
    .select(['place_kind', 'place_name', 'address', 'kinds', 'vehicles', 'bank_holder', 'iban', 'reason'])
    .select(['created_at', 'sent_at', 'decided_at'])
    .where('account_id', '=', person.id)
    .orderBy('id')
    .execute()
  const push_devices = await db
    .selectFrom('push_endpoint')
    .select(['device_id', 'device_type', 'created_at', 'last_seen_at'])
    .where('account_id', '=', person.id)
    .execute()
  const security_keys = await db
    .selectFrom('security_key')
    .select(['name', 'created_at', 'used_at'])
    .where('account_id', '=', person.id)
    .execute()
  const newsletter = await db
    .selectFrom('newsletter_subscription')
    .select(['email', 'language', 'topics', 'requested_at', 'confirmed_at', 'ended_at'])
    .where('mailbox', '=', mailboxOf(account.email ?? ''))
    .execute()
  const topics = await db.selectFrom('push_topic').select('topic').where('account_id', '=', person.id).execute()
  const everything = {
    exported_at: now(),
    account,
    reservations: reservations.map(({ number, ...rest }) => ({ number: numberOf({ number }), ...rest })),
    payments: payments.map(({ currency_id, ...rest }) => ({ currency: currencyIn({ currency_id }), ...rest })),
    wallet: wallet.flat(),
    wallet_payouts: wallet_payouts.map(({ currency_id, ...rest }) => ({
      currency: currencyIn({ currency_id }),
      ...rest,
    })),
    sessions,
    comments,
    blog_comments,
    blog_votes,
    ratings,
    deposits,
    deposit_images,
    licences,
    identity_checks,
    further_drivers,
    invoice_recipients,
    business: business?.business ?? null,
    arrivals,
    driver_records,
    favourites,
    recent_searches,
    price_alerts,
    partner_applications,
    phone_book,
    conversations,
    notifications,
    push_devices,
    security_keys,
    newsletter,
    topics: topics.map(({ topic }) => topic),
  }
  return JSON.parse(JSON.stringify(everything)) as Record<string, unknown>
})

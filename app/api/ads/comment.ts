import { publicName } from '#app/api/account/profile/public-name.ts'
import { api, type Deps } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { limit, limitSubscriber } from '#app/api/call/limits.ts'
import { STATE_NUMBERS } from '#app/rules/search/vehicle-state.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'

/** Source: *ours*. */
const PER_PERSON = 5
const PER_ADDRESS = 20

/**
 * Stores a signed-in person's comment on a vehicle until an operator approves it, with the score of their latest rental
 * of it, if they gave one (§6, §7; decisions.md, "Renting").
 */
export const comment = api.ads.comment.handler(async ({ input, context }) => {
  const { deps, language, person } = context
  const { db } = deps
  const ad = await db
    .selectFrom('ad')
    .select('id')
    .where('id', '=', input.id)
    .where('status', '=', STATE_NUMBERS.OFFERED)
    .executeTakeFirst()
  if (!ad) throw errors.NOT_FOUND()
  await limit(deps, `comment ${person.id}`, PER_PERSON, HOUR_SECONDS)
  await limitSubscriber(context, 'comment from', PER_ADDRESS, HOUR_SECONDS)
  const { id } = await db
    .insertInto('ad_comment')
    .values({
      ad_id: ad.id,
      account_id: person.id,
      author: await publicName(db, person),
      language,
      body: input.body,
      score: await scoreOf(db, person.id, ad.id),
      approved: false,
      created_at: deps.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, approved: false }
})

async function scoreOf(db: Deps['db'], account: string, ad: number): Promise<number | null> {
  const rated = await db
    .selectFrom('ad_rating')
    .select('score')
    .where('account_id', '=', account)
    .where('ad_id', '=', ad)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return rated?.score ?? null
}

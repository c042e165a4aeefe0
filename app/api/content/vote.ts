import type { Kysely } from 'kysely'
import { api, type Deps } from '#app/api/call/context.ts'
import { limit } from '#app/api/call/limits.ts'
import type { DB } from '#app/db/connection/schema.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'
import { findPost } from './find-post.ts'

/** Votes of one person, changed ones counted. Source: *ours*. */
const VOTES_AN_HOUR = 60

type Value = 1 | -1

export const like = api.content.like.handler(({ input, context }) => vote(1, input, context))
export const dislike = api.content.dislike.handler(({ input, context }) => vote(-1, input, context))

/** How many people like and dislike a post, and the caller's own vote. */
export async function votesFor(db: Kysely<DB>, post: number, account: string | undefined) {
  const rows = await db
    .selectFrom('post_vote')
    .select(['value', ({ fn }) => fn.countAll<number>().as('count')])
    .where('post_id', '=', post)
    .groupBy('value')
    .execute()
  const own = account && (await ownVote(db, post, account))
  const countOf = (value: Value) => rows.find((row) => row.value === value)?.count ?? 0
  return { likes: countOf(1), dislikes: countOf(-1), own: own ? KINDS[own] : null }
}

const KINDS = { 1: 'LIKE', '-1': 'DISLIKE' } as const

async function ownVote(db: Kysely<DB>, post: number, account: string): Promise<Value | undefined> {
  const found = await db
    .selectFrom('post_vote')
    .select('value')
    .where('post_id', '=', post)
    .where('account_id', '=', account)
    .executeTakeFirst()
  return found?.value as Value | undefined
}

/** One person has one vote: a second one replaces it; withdrawing must name the vote that was given. */
async function vote(
  value: Value,
  { slug, withdraw }: { slug: string; withdraw: boolean },
  { deps, person }: { deps: Deps; person: { id: string } },
) {
  const { db } = deps
  const { id } = await findPost(db, slug, deps.now())
  await limit(deps, `post vote ${person.id}`, VOTES_AN_HOUR, HOUR_SECONDS)
  if (withdraw) {
    const own = db.deleteFrom('post_vote').where('post_id', '=', id).where('account_id', '=', person.id)
    await own.where('value', '=', value).execute()
  } else {
    const given = { value, voted_at: deps.now() }
    await db
      .insertInto('post_vote')
      .values({ post_id: id, account_id: person.id, ...given })
      .onConflict((conflict) => conflict.columns(['post_id', 'account_id']).doUpdateSet(given))
      .execute()
  }
  return votesFor(db, id, person.id)
}

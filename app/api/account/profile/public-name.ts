import type { Deps } from '#app/api/call/context.ts'

/**
 * A person's name as other people see it: the first name and one letter, or the last digits of the phone. Source:
 * *ours*.
 */
export async function publicName(db: Deps['db'], person: { id: string; phone: string }): Promise<string> {
  const { fullname } = await db
    .selectFrom('account')
    .select('fullname')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  const [first, ...others] = (fullname ?? '').split(/\s+/).filter(Boolean)
  if (!first) return `•••${person.phone.slice(-4)}`
  const last = others.at(-1)
  return last ? `${first} ${[...last][0]}.` : first
}

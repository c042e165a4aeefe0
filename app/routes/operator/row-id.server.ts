import { PublicId, RowId } from '#app/contract/shapes/shapes.ts'
import { notFound } from '#app/web/page/answers.ts'

/** The number in a page's address. Throws a 404 for anything else. */
export function rowIdOf({ id }: { id: string }): number {
  const parsed = RowId.safeParse(id)
  if (!parsed.success) throw notFound()
  return parsed.data
}

/** The same for an address with the id of a person, a payment or a conversation. */
export function publicIdOf({ id }: { id: string }): string {
  const parsed = PublicId.safeParse(id)
  if (!parsed.success) throw notFound()
  return parsed.data
}

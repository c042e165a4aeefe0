import { PublicId, RowId } from '#app/contract/shapes/shapes.ts'
import { notFound } from '#app/web/page/answers.ts'

/** The number in a page's address. Throws the 404 page where it is none. */
export function rowIdOf({ id }: { id: string }): number {
  const parsed = RowId.safeParse(id)
  if (!parsed.success) throw notFound()
  return parsed.data
}

/** The same of an address that names a person, a payment or a conversation. */
export function publicIdOf({ id }: { id: string }): string {
  const parsed = PublicId.safeParse(id)
  if (!parsed.success) throw notFound()
  return parsed.data
}

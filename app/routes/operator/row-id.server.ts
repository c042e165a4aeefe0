import { RowId } from '#app/contract/shapes.ts'
import { notFound } from '#app/web/page/answers.ts'

/** The number in a page's address. Throws the 404 page where it is none. */
export function rowIdOf({ id }: { id: string }): number {
  const parsed = RowId.safeParse(id)
  if (!parsed.success) throw notFound()
  return parsed.data
}

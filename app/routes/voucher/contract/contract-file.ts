import { PublicId } from '#app/contract/shapes/shapes.ts'
import { pdfAnswer } from '#app/features/contract/pdf-answer.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import type { Route } from './+types/contract-file'

/** The customer's contract as a PDF. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const id = PublicId.safeParse(params.id)
  if (!id.success) throw notFound()
  return pdfAnswer(await apiOf(context).reservations.contract({ id: id.data }), url)
}

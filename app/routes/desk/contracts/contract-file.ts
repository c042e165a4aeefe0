import { PublicId } from '#app/contract/shapes/shapes.ts'
import { pdfAnswer } from '#app/features/contract/pdf-answer.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import type { Route } from './+types/contract-file'

/** The contract of a company's reservation as a PDF. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const id = PublicId.safeParse(params.id)
  if (!id.success) throw notFound()
  return pdfAnswer(await apiOf(context).company.contracts.read({ id: id.data }), url)
}

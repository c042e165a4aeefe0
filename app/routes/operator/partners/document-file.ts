import { PublicId } from '#app/contract/shapes/shapes.ts'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { fileAnswer } from '#app/web/page/file/file-answer.ts'
import { requirePerson } from '#app/web/session/session.ts'
import type { Route } from './+types/document-file'

/** A document of an applicant, for operators: for others the call answers 404. Never cached, so that each reading is written down. */
export async function loader({ context, params }: Route.LoaderArgs) {
  await requirePerson(context)
  const id = PublicId.safeParse(params.id)
  if (!id.success) throw notFound()
  return fileAnswer(await apiOf(context).operator.partners.readDocument({ id: id.data }))
}

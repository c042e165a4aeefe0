import { PublicId, RowId } from '#app/contract/shapes/shapes.ts'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { fileAnswer } from '#app/web/page/file/file-answer.ts'
import { requirePerson } from '#app/web/session/session.ts'
import type { Route } from './+types/paper'

/** A paper of a vehicle, for the company's owners and desk: for others the call answers 404. */
export async function loader({ context, params }: Route.LoaderArgs) {
  await requirePerson(context)
  const id = RowId.safeParse(params.id)
  const paper = PublicId.safeParse(params.paper)
  if (!id.success || !paper.success) throw notFound()
  return fileAnswer(await apiOf(context).company.fleet.due.readPaper({ id: id.data, paper: paper.data }))
}

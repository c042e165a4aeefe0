import { PublicId } from '#app/contract/shapes/shapes.ts'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { fileAnswer } from '#app/web/page/file/file-answer.ts'
import { requirePerson } from '#app/web/session/session.ts'
import type { Route } from './+types/deposit-picture'

/** The picture of a guarantee, for whoever sent it, the company's staff and operators: the call finds none for others. */
export async function loader({ context, params }: Route.LoaderArgs) {
  await requirePerson(context)
  const id = PublicId.safeParse(params.id)
  if (!id.success) throw notFound()
  return fileAnswer(await apiOf(context).reservations.readDeposit({ id: id.data }))
}

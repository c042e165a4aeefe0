import { PublicId } from '#app/contract/shapes/shapes.ts'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { fileAnswer } from '#app/web/page/file/file-answer.ts'
import { requirePerson } from '#app/web/session/session.ts'
import type { Route } from './+types/protocol-photo'

const A_DAY = 86_400

/** A photo of a protocol, for the company's staff, the customer and operators: for others the call answers 404. */
export async function loader({ context, params }: Route.LoaderArgs) {
  await requirePerson(context)
  const id = PublicId.safeParse(params.id)
  const photo = PublicId.safeParse(params.photo)
  if (!id.success || !photo.success) throw notFound()
  const file = await apiOf(context).reservations.protocolPhoto({ id: id.data, photo: photo.data })
  return fileAnswer(file, { keepSeconds: A_DAY })
}

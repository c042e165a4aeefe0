import { PublicId } from '#app/contract/shapes/shapes.ts'
import { LICENCE_SIDES } from '#app/rules/reservation/check-in/licence.ts'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { fileAnswer } from '#app/web/page/file/file-answer.ts'
import { requirePerson } from '#app/web/session/session.ts'
import type { Route } from './+types/driver-picture'

/** A side of a further driver's licence that the signed-in person sent. */
export async function loader({ context, params }: Route.LoaderArgs) {
  await requirePerson(context)
  const [id, driver] = [PublicId.safeParse(params.id), PublicId.safeParse(params.driver)]
  const side = LICENCE_SIDES.find((one) => `${one.toLowerCase()}.jpg` === params.file)
  if (!id.success || !driver.success || !side) throw notFound()
  return fileAnswer(await apiOf(context).reservations.drivers.picture({ id: id.data, driver: driver.data, side }))
}

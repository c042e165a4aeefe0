import { redirect } from 'react-router'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { Route } from './+types/about'
import { chatHref } from './chat-href.ts'

/** Leads to the room about a reservation, from the trip's page and the company's desk; the first to come makes it. */
export async function action({ context, request }: Route.ActionArgs) {
  const { language } = context.get(siteContext)
  const id = PublicId.safeParse((await request.formData()).get('reservation'))
  if (!id.success) throw notFound()
  try {
    const { room } = await apiOf(context).chat.createReserve({ reservation: id.data })
    const href = room.side === 'COMPANY' ? `/desk/messages/${room.id}` : chatHref(room.id)
    return redirect(`${href}#last`, { status: 303 })
  } catch (error) {
    if (!isCallError(error, 'STATUS_CONFLICT')) throw error
    const message = textFor(language, 'errors')('status_conflict')
    return goOn(context, `/profile/reservation/${id.data}`, message, 'error')
  }
}

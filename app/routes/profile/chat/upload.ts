import { apiOf } from '#app/web/api.server.ts'
import { fieldErrorsOf, isCallError } from '#app/web/page/call-errors.server.ts'
import type { Route } from './+types/upload'

const NOT_KEPT = { 'cache-control': 'private, no-store' }

/** For the page's own scripts, which show how much has arrived: takes a file and gives its id, or why it is not taken. */
export async function action({ context, request }: Route.ActionArgs) {
  const file = (await request.formData()).get('file')
  try {
    const { id, name } = await apiOf(context).support.uploadChatFile({ file: file as File })
    return Response.json({ id, name }, { headers: NOT_KEPT })
  } catch (error) {
    if (isCallError(error, 'INVALID_FIELDS')) {
      const key = Object.values(fieldErrorsOf(error))[0]?.[0]?.key ?? 'upload_failed'
      return Response.json({ error: key }, { status: 400, headers: NOT_KEPT })
    }
    if (!isCallError(error, 'TOO_MANY_REQUESTS')) throw error
    return Response.json({ error: 'too_many_requests' }, { status: 429, headers: NOT_KEPT })
  }
}

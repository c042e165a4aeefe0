import { redirect } from 'react-router'
import { apiOf } from '#app/web/api.server.ts'
import { errorResponse, fieldErrorsOf, isCallError } from '#app/web/page/call-errors.server.ts'
import type { Route } from './+types/token'

/** Nothing to see here: a page's scripts register and end what takes push messages. */
export function loader() {
  return redirect('/')
}

/** The calls of §7 with the cookie's sign-in, for scripts that never see a token. Errors are silenced but for their status. */
export async function action({ context, request }: Route.ActionArgs) {
  const fields = await request.formData()
  const text = (name: string) => String(fields.get(name) ?? '')
  const { notifications } = apiOf(context)
  const registration_id = text('registration_id')
  try {
    if (fields.get('intent') === 'end') await notifications.deactivateToken({ registration_id })
    else {
      const device_type = text('device_type') === 'ANDROID' ? 'ANDROID' : 'WEB'
      await notifications.storeToken({ registration_id, device_type, device_id: text('device_id') })
    }
    return Response.json({ registered: fields.get('intent') !== 'end' })
  } catch (error) {
    return isRegistered(error) ? Response.json({ registered: true }) : errorResponse(error)
  }
}

/** A duplicate message at the registration's id means that it is registered already (§7). */
function isRegistered(error: unknown): boolean {
  if (!isCallError(error, 'INVALID_FIELDS')) return false
  return fieldErrorsOf(error).registration_id?.some(({ key }) => key === 'already_registered') ?? false
}

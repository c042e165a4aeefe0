import { redirect } from 'react-router'
import { apiOf } from '#app/web/api.server.ts'
import { errorResponse } from '#app/web/page/call-errors.server.ts'
import { requirePerson } from '#app/web/session/session.ts'
import type { Route } from './+types/time-zone'

/** Nothing to see here: pages' scripts say which clock the person reads. */
export function loader() {
  return redirect('/profile/profile')
}

export async function action({ context, request }: Route.ActionArgs) {
  await requirePerson(context)
  const fields = await request.formData()
  try {
    const { time_zone } = await apiOf(context).account.updateProfile({
      time_zone: String(fields.get('time_zone') ?? ''),
    })
    return Response.json({ time_zone })
  } catch (error) {
    return errorResponse(error)
  }
}

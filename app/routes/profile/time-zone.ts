import { redirect } from 'react-router'
import { errorResponse } from '#app/web/page/call-errors.server.ts'
import { personOf } from '#app/web/session/cookie/session-cookie.ts'
import { changeProfile } from '#app/web/session/own-profile.server.ts'
import { requirePerson } from '#app/web/session/session.ts'
import { rememberPerson } from '#app/web/session/visit.ts'
import type { Route } from './+types/time-zone'

/** Nothing to see here: pages' scripts say which clock the person reads. */
export function loader() {
  return redirect('/profile/profile')
}

export async function action({ context, request }: Route.ActionArgs) {
  await requirePerson(context)
  const fields = await request.formData()
  try {
    const profile = await changeProfile(context, { time_zone: String(fields.get('time_zone') ?? '') })
    rememberPerson(context, personOf(profile))
    return Response.json({ time_zone: profile.time_zone })
  } catch (error) {
    return errorResponse(error)
  }
}

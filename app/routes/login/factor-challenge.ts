import { redirect } from 'react-router'
import { apiOf } from '#app/web/api.server.ts'
import { errorResponse } from '#app/web/page/call-errors.server.ts'
import { viewerOf } from '#app/web/session/visit.ts'
import type { Route } from './+types/factor-challenge'
import { readWaiting } from './waiting-factor.server.ts'

/** It has no page: scripts fetch the challenge for a security key here. */
export function loader() {
  return redirect('/login/factor')
}

export async function action({ context }: Route.ActionArgs) {
  const waiting = viewerOf(context) ? undefined : readWaiting(context)
  try {
    return Response.json(await apiOf(context, { accessToken: waiting?.access }).account.beginKeyCheck())
  } catch (error) {
    return errorResponse(error)
  }
}

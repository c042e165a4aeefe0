import { redirect } from 'react-router'
import { apiOf } from '#app/web/api.server.ts'
import { errorResponse } from '#app/web/page/call-errors.server.ts'
import type { Route } from './+types/key-challenge'

/** Nothing to see here: the page's scripts fetch what a new security key is to answer. */
export function loader() {
  return redirect('/profile/second-factor/key')
}

export async function action({ context }: Route.ActionArgs) {
  try {
    return Response.json(await apiOf(context).account.beginKey())
  } catch (error) {
    return errorResponse(error)
  }
}

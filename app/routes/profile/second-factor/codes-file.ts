import { data } from 'react-router'
import { requirePerson } from '#app/web/session/session.ts'
import type { Route } from './+types/codes-file'
import { readCodes } from './recovery-cookie.server.ts'

/** The recovery codes that were made just now, as a file. */
export async function loader({ context }: Route.LoaderArgs) {
  await requirePerson(context)
  const codes = readCodes(context)
  if (!codes) throw data(null, { status: 404 })
  return new Response(`${codes.join('\r\n')}\r\n`, {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="recovery-codes.txt"',
      'cache-control': 'private, no-store',
    },
  })
}

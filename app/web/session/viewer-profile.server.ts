import type { RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import type { Profile } from '#app/contract/account.ts'
import { apiOf } from '#app/web/api.server.ts'
import { isOver } from './live-session.ts'
import { endSession, visitContext } from './visit.ts'

/**
 * The personal info of who is signed in, for pages that are there for everybody: where the sign-in turns out to have
 * ended the page goes on as a visitor's. Undefined for visitors.
 */
export async function profileOfViewer(
  context: Readonly<RouterContextProvider>,
): Promise<z.infer<typeof Profile> | undefined> {
  const session = context.get(visitContext)?.session
  if (!session) return undefined
  try {
    return await apiOf(context, { accessToken: session.access }).account.profile({})
  } catch (error) {
    if (!isOver(error)) throw error
    endSession(context)
    return undefined
  }
}

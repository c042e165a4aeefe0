import type { RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import type { KnownDriver } from '#app/contract/account.ts'
import { apiOf } from '#app/web/api.server.ts'
import { isOver } from './live-session.ts'
import { endSession, visitContext } from './visit.ts'

/**
 * What the driver's form holds for who is signed in, for pages that are there for everybody: where the sign-in turns out to have
 * ended the page goes on as a visitor's. Undefined for visitors.
 */
export async function driverOfViewer(
  context: Readonly<RouterContextProvider>,
): Promise<z.infer<typeof KnownDriver> | undefined> {
  const session = context.get(visitContext)?.session
  if (!session) return undefined
  try {
    return await apiOf(context, { accessToken: session.access }).account.driver()
  } catch (error) {
    if (!isOver(error)) throw error
    endSession(context)
    return undefined
  }
}

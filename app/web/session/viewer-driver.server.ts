import type { RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import type { KnownDriver } from '#app/contract/account/account.ts'
import { apiOf } from '#app/web/api.server.ts'
import { isOver } from './accepted-session.ts'
import { endSession, visitContext } from './visit.ts'

/**
 * The signed-in person's values for the driver's form, on public pages: if the sign-in has ended, the page continues as
 * a visitor's. Undefined for visitors.
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

import type { RouterContextProvider } from 'react-router'
import { apiOf } from '#app/web/api.server.ts'
import { redirectToFactorCheck } from './require-sign-in.ts'

/**
 * For pages with a form that moves money: redirects people whose second factor was not checked recently, before they
 * type anything.
 */
export async function requireFreshFactor(context: Readonly<RouterContextProvider>): Promise<void> {
  const { fresh } = await apiOf(context).account.factor()
  if (!fresh) throw await redirectToFactorCheck(context)
}

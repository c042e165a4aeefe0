import type { RouterContextProvider } from 'react-router'
import { apiOf } from '#app/web/api.server.ts'
import { goCheckFactor } from './require-sign-in.ts'

/**
 * For the page of a form that moves money: whoever has a second factor and has not proven it a moment ago does so before
 * they write anything.
 */
export async function requireFreshFactor(context: Readonly<RouterContextProvider>): Promise<void> {
  const { fresh } = await apiOf(context).account.factor()
  if (!fresh) throw await goCheckFactor(context)
}

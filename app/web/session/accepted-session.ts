import type { RouterContextProvider } from 'react-router'
import { apiDoorContext, callerOf } from '#app/web/api.server.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import { rememberAccepted, wasJustAccepted } from './accepted-tokens.ts'
import type { Session } from './cookie/session-cookie.ts'

/**
 * Whether the API still accepts a session's sign-in, so that a cookie copied before the sign-out is useless. Also true
 * while the API can't be reached. Source: *ours*.
 */
export async function isAccepted(context: Readonly<RouterContextProvider>, { access }: Session): Promise<boolean> {
  if (wasJustAccepted(access)) return true
  const door = context.get(apiDoorContext)
  try {
    await door({ ...callerOf(context), accessToken: access }).account.sessions()
  } catch (error) {
    return !isOver(error)
  }
  rememberAccepted(access)
  return true
}

/** Whether an error of the API means that a sign-in has ended. */
export function isOver(error: unknown): boolean {
  return isCallError(error, 'INVALID_TOKEN', 'BANNED_USER', 'SECOND_FACTOR_NEEDED')
}

import type { RouterContextProvider } from 'react-router'
import { apiDoorContext, callerOf } from '#app/web/api.server.ts'
import { isCallError } from '#app/web/page/call-errors.server.ts'
import { noteLive, wasLive } from './live-tokens.ts'
import type { Session } from './session-cookie.ts'

/**
 * Whether the API still knows a session's sign-in: a cookie that was copied before its person signed out opens nothing
 * and shows no name. An API that is away or busy says nothing about it. Source: *ours*.
 */
export async function isLive(context: Readonly<RouterContextProvider>, { access }: Session): Promise<boolean> {
  if (wasLive(access)) return true
  const door = context.get(apiDoorContext)
  try {
    await door({ ...callerOf(context), accessToken: access }).account.sessions()
  } catch (error) {
    return !isOver(error)
  }
  noteLive(access)
  return true
}

/** Whether an error of the API means that a sign-in has ended. */
export function isOver(error: unknown): boolean {
  return isCallError(error, 'INVALID_TOKEN', 'BANNED_USER', 'SECOND_FACTOR_NEEDED')
}

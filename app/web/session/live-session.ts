import { ORPCError } from '@orpc/client'
import type { RouterContextProvider } from 'react-router'
import { apiDoorContext, callerOf } from '#app/web/api.server.ts'
import type { Session } from './session-cookie.ts'

/** How long an answer of the API counts for the pages that follow. */
const COUNTS_MS = 10_000
const MOST = 10_000

/** When the API last said that a sign-in lives, by its access token; the oldest first. */
const seenAlive = new Map<string, number>()

/**
 * Whether the API still knows a session's sign-in: a cookie that was copied before its person signed out opens nothing
 * and shows no name. An API that is away or busy says nothing about it. Source: *ours*.
 */
export async function isLive(context: Readonly<RouterContextProvider>, { access }: Session): Promise<boolean> {
  const seen = seenAlive.get(access)
  if (seen !== undefined && Date.now() - seen < COUNTS_MS) return true
  forgetLive(access)
  const door = context.get(apiDoorContext)
  try {
    await door({ ...callerOf(context), accessToken: access }).account.sessions()
  } catch (error) {
    return !isOver(error)
  }
  const [oldest] = seenAlive.keys()
  if (oldest !== undefined && seenAlive.size >= MOST) seenAlive.delete(oldest)
  seenAlive.set(access, Date.now())
  return true
}

/** The next page asks the API again: the sign-in was ended or changed here. */
export function forgetLive(access: string) {
  seenAlive.delete(access)
}

/** Whether an error of the API means that a sign-in has ended. */
export function isOver(error: unknown): boolean {
  return error instanceof ORPCError && (error.code === 'INVALID_TOKEN' || error.code === 'BANNED_USER')
}

import { z } from 'zod'
import { encryptedCookie } from '#app/web/session/cookie/encrypted-cookie.ts'

const Waiting = z.object({ access: z.string(), refresh: z.string(), fromDiscount: z.boolean() })
/** A sign-in that has taken its one-time code or link and waits for the second factor. */
export type Waiting = z.infer<typeof Waiting>

/** Kept for as long as its access token lives. */
const cookie = encryptedCookie('factor', { use: 'factor', schema: Waiting, seconds: 15 * 60 })

export const readWaiting = cookie.read
export const waitingCookie = cookie.write
export const endWaitingCookie = cookie.end

import { z } from 'zod'
import { encryptedCookie } from '#app/web/session/cookie/encrypted-cookie.ts'

const Waiting = z.object({ access: z.string(), refresh: z.string(), fromDiscount: z.boolean() })
/** A sign-in whose one-time code or link was accepted, and which waits for the second factor. */
export type Waiting = z.infer<typeof Waiting>

/** Stored for as long as its access token is valid. */
const cookie = encryptedCookie('factor', { use: 'factor', schema: Waiting, seconds: 15 * 60 })

export const readWaiting = cookie.read
export const waitingCookie = cookie.write
export const endWaitingCookie = cookie.end

import { z } from 'zod'
import { encryptedCookie } from '#app/web/session/cookie/encrypted-cookie.ts'

/**
 * Recovery codes between the form that made them and the page that shows them: the API returns them once. They go when their person
 * has kept them, or with the quarter of an hour.
 */
const cookie = encryptedCookie('recovery', {
  ...{ use: 'recovery', schema: z.array(z.string()).max(20), seconds: 15 * 60 },
  isOfSession: true,
})

export const readCodes = cookie.read
export const codesCookie = cookie.write
export const endCodesCookie = cookie.end

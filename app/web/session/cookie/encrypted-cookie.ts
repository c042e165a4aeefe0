import type { RouterContextProvider } from 'react-router'
import type { output, ZodType } from 'zod'
import { siteContext } from '#app/web/page/context.ts'
import { visitContext } from '#app/web/session/visit.ts'
import { COOKIES, writeCookie } from './cookies.ts'
import { decrypt, type Encryption, type EncryptionUse, encrypt } from './encrypted-value.ts'

type Context = Readonly<RouterContextProvider>

interface Settings<Schema> {
  use: EncryptionUse
  schema: Schema
  /** Its lifetime. */
  seconds: number
  /** Whether it is only valid for the sign-in that it was written for. */
  isOfSession?: boolean
}

/** An encrypted cookie that passes data from one step of a form to the next. */
export function encryptedCookie<Schema extends ZodType>(
  name: keyof typeof COOKIES,
  { use, schema, seconds, isOfSession = false }: Settings<Schema>,
) {
  return {
    /** The value that the browser sent; undefined where it is missing, not ours, or another sign-in's. */
    read(context: Context): output<Schema> | undefined {
      const value = context.get(siteContext).cookies.get(COOKIES[name])
      const encryption = encryptionIn(context)
      return value && encryption ? schema.safeParse(decrypt(value, encryption)).data : undefined
    },
    /** The `Set-Cookie` value for a new value. */
    write(context: Context, value: output<Schema>): string {
      const encryption = encryptionIn(context)
      if (!encryption) throw new Error(`The cookie ${name} is for somebody who is signed in.`)
      return writeCookie(COOKIES[name], encrypt(value, encryption), {
        origin: context.get(siteContext).origin,
        seconds,
      })
    },
    end(context: Context): string {
      return writeCookie(COOKIES[name], '', { origin: context.get(siteContext).origin, seconds: 0 })
    },
  }

  function encryptionIn(context: Context): Encryption | undefined {
    const secret = context.get(siteContext).config.sessionSecret
    if (!isOfSession) return { secret, use }
    const session = context.get(visitContext)?.session?.id
    return session === undefined ? undefined : { secret, use, session }
  }
}

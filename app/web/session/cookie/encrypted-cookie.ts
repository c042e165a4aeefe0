import type { RouterContextProvider } from 'react-router'
import type { output, ZodType } from 'zod'
import { siteContext } from '#app/web/page/context.ts'
import { COOKIES, writeCookie } from './cookies.ts'
import { decrypt, type EncryptionUse, encrypt } from './encrypted-value.ts'

type Context = Readonly<RouterContextProvider>

/** An encrypted cookie that passes data from one step of a form to the next. `seconds` is its lifetime. */
export function encryptedCookie<Schema extends ZodType>(
  name: keyof typeof COOKIES,
  { use, schema, seconds }: { use: EncryptionUse; schema: Schema; seconds: number },
) {
  return {
    /** The value that the browser sent; undefined where it is missing or not ours. */
    read(context: Context): output<Schema> | undefined {
      const { cookies, config } = context.get(siteContext)
      const value = cookies.get(COOKIES[name])
      return value ? schema.safeParse(decrypt(value, { secret: config.sessionSecret, use })).data : undefined
    },
    /** The `Set-Cookie` value for a new value. */
    write(context: Context, value: output<Schema>): string {
      const { origin, config } = context.get(siteContext)
      return writeCookie(COOKIES[name], encrypt(value, { secret: config.sessionSecret, use }), { origin, seconds })
    },
    end(context: Context): string {
      return writeCookie(COOKIES[name], '', { origin: context.get(siteContext).origin, seconds: 0 })
    },
  }
}

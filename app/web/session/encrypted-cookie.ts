import type { RouterContextProvider } from 'react-router'
import type { output, ZodType } from 'zod'
import { siteContext } from '#app/web/page/context.ts'
import { COOKIES, writeCookie } from './cookies.ts'
import { decrypt, type EncryptionUse, encrypt } from './encrypted-value.ts'

type Context = Readonly<RouterContextProvider>

/** A cookie that only this site can read, with what a step of a form leaves for the next. `seconds` is how long it lives. */
export function encryptedCookie<Schema extends ZodType>(
  name: keyof typeof COOKIES,
  { use, schema, seconds }: { use: EncryptionUse; schema: Schema; seconds: number },
) {
  return {
    /** What the browser sent back; undefined where it sent nothing that is ours. */
    read(context: Context): output<Schema> | undefined {
      const { cookies, config } = context.get(siteContext)
      const value = cookies.get(COOKIES[name])
      return value ? schema.safeParse(decrypt(value, { secret: config.sessionSecret, use })).data : undefined
    },
    /** The `Set-Cookie` header that keeps a value. */
    write(context: Context, value: output<Schema>): string {
      const { origin, config } = context.get(siteContext)
      return writeCookie(COOKIES[name], encrypt(value, { secret: config.sessionSecret, use }), { origin, seconds })
    },
    end(context: Context): string {
      return writeCookie(COOKIES[name], '', { origin: context.get(siteContext).origin, seconds: 0 })
    },
  }
}

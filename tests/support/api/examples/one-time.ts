import { Secret, TOTP } from 'otpauth'

/** The code of an authenticator app at a time. */
export const totp = (secret: string, at: Date) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })

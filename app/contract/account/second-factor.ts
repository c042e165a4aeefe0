import { z } from 'zod'
import { halfSignedIn, limited, recheckedPeople, signedIn } from '#app/contract/call/base.ts'
import { Instant } from '#app/contract/shapes/shapes.ts'
import { toLatinDigits } from '#app/rules/text/digits.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'
import { SecurityKey } from './security-keys.ts'

const typed = (value: unknown) =>
  typeof value === 'string' ? toLatinDigits(value).replaceAll(/[\s-]/g, '').toUpperCase() : value

/** The six digits that an authenticator app shows. */
export const TimeCode = z.preprocess(typed, z.string({ error: 'required' }).regex(/^\d{6}$/, 'code'))
/** The same, or a recovery code of eight letters and digits. */
export const FactorCode = z.preprocess(
  typed,
  z.string({ error: 'required' }).regex(/^(\d{6}|[0-9A-Z]{8})$/, 'factor_code'),
)

const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

/** Each change notifies its person. */
const CHANGES = { bucket: 'second factor change', most: 30, seconds: HOUR_SECONDS }

/** A second step of the sign-in: one-time passwords by time (RFC 6238), and recovery codes. */
export const secondFactor = {
  factor: signedIn
    .route({
      method: 'GET',
      path: '/users/second-factor/',
      summary: 'The second factor of the sign-in: whether it is on, or being set up (ours)',
      tags: ['account'],
    })
    .output(
      z.object({
        on_since: Instant.nullable(),
        /** Whether the person cannot work without one. */
        required: z.boolean(),
        /** Whether it was proven recently enough to move money; true for people without one. */
        fresh: z.boolean(),
        recovery_codes_left: z.int(),
        /** Security keys and passkeys, in addition to the app. */
        keys: z.array(SecurityKey),
        /** What an authenticator app needs, until its first code was entered. */
        setup: z.object({ secret: z.string(), address: z.string() }).nullable(),
      }),
    ),
  beginFactor: signedIn
    .route({
      method: 'POST',
      path: '/users/second-factor/',
      summary: 'Begin to set up a second factor with a new secret (ours)',
      tags: ['account'],
    })
    .output(z.object({ secret: z.string(), address: z.string() })),
  confirmFactor: signedIn
    .meta(limited(signedIn, CHANGES))
    .route({
      method: 'PATCH',
      path: '/users/second-factor/',
      summary: 'Turn the second factor on with its first code; answers the recovery codes, this once (ours)',
      tags: ['account'],
    })
    .input(z.object({ code: TimeCode }))
    .output(RecoveryCodes),
  checkFactor: halfSignedIn
    .route({
      method: 'POST',
      path: '/users/second-factor/check/',
      summary: 'Prove the second factor: goes on with a sign-in, or lets money move for ten minutes (ours)',
      tags: ['account'],
    })
    .input(z.object({ code: FactorCode }))
    .output(z.object({ recovery_codes_left: z.int() })),
  renewRecoveryCodes: recheckedPeople
    .meta(limited(recheckedPeople, CHANGES))
    .route({
      method: 'POST',
      path: '/users/second-factor/recovery-codes/',
      summary: 'New recovery codes in place of the old ones (ours)',
      tags: ['account'],
    })
    .output(RecoveryCodes),
  endFactor: recheckedPeople
    .meta(limited(recheckedPeople, CHANGES))
    .route({
      method: 'DELETE',
      path: '/users/second-factor/',
      summary: 'Turn the second factor off; operators cannot where it is required (ours)',
      tags: ['account'],
    })
    .output(z.object({ ended: z.boolean() })),
}

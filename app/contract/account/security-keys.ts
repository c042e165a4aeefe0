import { z } from 'zod'
import { about, halfSignedIn, limited, recheckedOwnThings, recheckedPeople } from '#app/contract/call/base.ts'
import { Instant, PublicId } from '#app/contract/shapes/shapes.ts'
import { requiredText } from '#app/contract/shapes/text.ts'
import { KEY_NAME_LETTERS } from '#app/rules/constants.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'

/** The most base64url characters in the parts of a browser's answer; real ones are far shorter. */
const LONGEST = 16_384
const encoded = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/)

/** The name by which its owner recognises the key. */
export const KeyName = requiredText(KEY_NAME_LETTERS)

const transports = z
  .array(
    z
      .string()
      .max(20)
      .regex(/^[\w-]+$/),
  )
  .max(10)
const credential = { id: encoded(1400), rawId: encoded(1400), type: z.literal('public-key') }

/** The browser's answer after creating a key: `PublicKeyCredential.toJSON()`. */
export const NewKeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(LONGEST),
    attestationObject: encoded(LONGEST),
    transports: transports.optional(),
  }),
})
/** The browser's answer after a key has signed the challenge: `PublicKeyCredential.toJSON()`. */
export const KeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(LONGEST),
    authenticatorData: encoded(LONGEST),
    signature: encoded(LONGEST),
  }),
})

const Descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports: transports.optional() })

/** The input of `PublicKeyCredential.parseCreationOptionsFromJSON`. */
const CreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({ residentKey: z.string(), userVerification: z.string() }),
  attestation: z.literal('none'),
})
/** The input of `PublicKeyCredential.parseRequestOptionsFromJSON`. */
const RequestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  allowCredentials: z.array(Descriptor),
  userVerification: z.string(),
})

export const SecurityKey = z.object({
  id: PublicId,
  name: z.string(),
  created_at: Instant,
  used_at: Instant.nullable(),
})

/** The challenges that one person can request in a quarter of an hour. */
const CHALLENGES = { bucket: 'security key challenge', most: 30, seconds: 900 }
/** Each change notifies its person. */
const CHANGES = { bucket: 'security key change', most: 20, seconds: HOUR_SECONDS }

const ofAKey = about(recheckedOwnThings, 'securityKey')

/** Security keys and passkeys (WebAuthn) in addition to the codes of the second factor. */
export const securityKeys = {
  beginKey: recheckedPeople
    .meta(limited(recheckedPeople, CHALLENGES))
    .route({
      method: 'POST',
      path: '/users/second-factor/keys/challenge/',
      summary: 'What a browser needs to make a security key; needs a second factor that is on (ours)',
      tags: ['account'],
    })
    .output(CreationOptions),
  addKey: recheckedPeople
    .meta(limited(recheckedPeople, CHANGES))
    .route({
      method: 'POST',
      path: '/users/second-factor/keys/',
      summary: 'Add the security key that the browser has made (ours)',
      tags: ['account'],
    })
    .input(z.object({ name: KeyName, answer: NewKeyAnswer }))
    .output(SecurityKey),
  removeKey: ofAKey
    .meta(limited(ofAKey, CHANGES))
    .route({
      method: 'DELETE',
      path: '/users/second-factor/keys/{id}/',
      summary: 'Remove a security key (ours)',
      tags: ['account'],
    })
    .input(z.object({ id: PublicId }))
    .output(z.object({ removed: z.boolean() })),
  factorWays: halfSignedIn
    .route({
      method: 'GET',
      path: '/users/second-factor/check/',
      summary: 'Whether a security key may prove the second factor, beside a code (ours)',
      tags: ['account'],
    })
    .output(z.object({ security_key: z.boolean() })),
  beginKeyCheck: halfSignedIn
    .meta(limited(halfSignedIn, CHALLENGES))
    .route({
      method: 'POST',
      path: '/users/second-factor/check/challenge/',
      summary: 'What a browser needs to have a security key prove the second factor (ours)',
      tags: ['account'],
    })
    .output(RequestOptions),
  checkKey: halfSignedIn
    .route({
      method: 'POST',
      path: '/users/second-factor/check/key/',
      summary: 'Prove the second factor by a security key, as a code does (ours)',
      tags: ['account'],
    })
    .input(z.object({ answer: KeyAnswer }))
    .output(z.object({ recovery_codes_left: z.int() })),
}

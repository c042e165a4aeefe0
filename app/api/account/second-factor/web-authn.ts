import type { z } from 'zod'
import type { Deps, Tx } from '#app/api/call/context.ts'
import type { KeyAnswer, NewKeyAnswer } from '#app/contract/account/security-keys.ts'
import { KEY_CHALLENGE_MINUTES } from '#app/rules/constants.ts'

/** It brings parsers of certificates along, which a process without keys need not hold. */
const library = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256: what keys of all makers can do. */
const ALGORITHMS = [-8, -7, -257]
const MINUTE_MS = 60_000
const TIMEOUT_MS = MINUTE_MS

type Settings = Pick<Deps, 'settings'>
type Purpose = 'ADD' | 'CHECK'
/** A key as browsers are reminded of it. */
type Known = { id: string; transports: string[] }
/** A key as it was registered. */
export type NewKey = { credential_id: string; public_key: string; counter: number; transports: string[] }

/** The site to which keys belong: a key of another host is none here. */
function relyingParty({ settings }: Settings) {
  return { id: new URL(settings.origin).hostname, origin: settings.origin, name: settings.brand.en }
}

/** What a browser needs to make a key for an account, with a new challenge. */
export async function creationOptions(deps: Settings, account: { id: string; name: string; keys: Known[] }) {
  const { generateRegistrationOptions } = await library()
  const { id: rpID, name: rpName } = relyingParty(deps)
  const options = await generateRegistrationOptions({
    rpID,
    rpName,
    userID: new TextEncoder().encode(account.id),
    userName: account.name,
    userDisplayName: account.name,
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: account.keys,
    // The one-time code says who signs in, so a key need not store it.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  const { challenge, user, pubKeyCredParams } = options
  return {
    rp: { id: rpID, name: rpName },
    user,
    challenge,
    pubKeyCredParams,
    timeout: TIMEOUT_MS,
    excludeCredentials: account.keys.map(described),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    attestation: 'none' as const,
  }
}

/** What a browser needs to have one of these keys sign, with a new challenge. */
export async function requestOptions(deps: Settings, keys: Known[]) {
  const { generateAuthenticationOptions } = await library()
  const { id: rpId } = relyingParty(deps)
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId })
  const allowCredentials = keys.map(described)
  return { rpId, challenge, timeout: TIMEOUT_MS, allowCredentials, userVerification: 'preferred' }
}

const described = ({ id, transports }: Known) => ({ id, type: 'public-key' as const, transports })

/** The key that a browser has made for this challenge and this site; undefined where the answer is no such thing. */
export async function verifyNewKey(
  deps: Settings,
  answer: z.infer<typeof NewKeyAnswer>,
  challenge: string,
): Promise<NewKey | undefined> {
  const { verifyRegistrationResponse } = await library()
  const { id, origin } = relyingParty(deps)
  const { registrationInfo } = await orRefused(
    verifyRegistrationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!registrationInfo) return undefined
  const { credential } = registrationInfo
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: answer.response.transports ?? [],
  }
}

/** What the key says how often it was used, where it has signed this challenge for this site; else undefined. */
export async function verifyKey(
  deps: Settings,
  answer: z.infer<typeof KeyAnswer>,
  { challenge, public_key }: { challenge: string; public_key: string },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const { id, origin } = relyingParty(deps)
  const { verified, authenticationInfo } = await orRefused(
    verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
      // The caller compares the counter: only of a signature that is right does it mean anything.
      credential: { id: answer.id, publicKey: Buffer.from(public_key, 'base64url'), counter: 0 },
    }),
  )
  return verified ? authenticationInfo?.newCounter : undefined
}

/** The library throws for whatever is wrong with what a browser sent. */
function orRefused<Verified extends object>(verifying: Promise<Verified>): Promise<Partial<Verified>> {
  return verifying.catch(() => ({}))
}

/** Keeps the challenge that a sign-in is to have signed, in place of its last one. */
export async function keepChallenge(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { session, purpose, challenge }: { session: string; purpose: Purpose; challenge: string },
): Promise<void> {
  const row = { challenge, expires_at: new Date(now().getTime() + KEY_CHALLENGE_MINUTES * MINUTE_MS) }
  await db
    .insertInto('security_key_challenge')
    .values({ session_id: session, purpose, ...row })
    .onConflict((conflict) => conflict.columns(['session_id', 'purpose']).doUpdateSet(row))
    .execute()
}

/** The challenge of a sign-in, which is good once; undefined where there is none or it is too old. */
export async function takeChallenge(
  tx: Tx | Deps['db'],
  { session, purpose, now }: { session: string; purpose: Purpose; now: Date },
): Promise<string | undefined> {
  const taken = await tx
    .deleteFrom('security_key_challenge')
    .where('session_id', '=', session)
    .where('purpose', '=', purpose)
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst()
  return taken && taken.expires_at > now ? taken.challenge : undefined
}

import type { z } from 'zod'
import type { Deps, Tx } from '#app/api/call/context.ts'
import type { KeyAnswer, NewKeyAnswer } from '#app/contract/account/security-keys.ts'
import { KEY_CHALLENGE_MINUTES } from '#app/rules/constants.ts'
import { MINUTE_MS } from '#app/rules/time/durations.ts'

/** Loaded on demand, because it includes parsers of certificates that a process without keys does not need. */
const library = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256, which the keys of all makers support. */
const ALGORITHMS = [-8, -7, -257]
const TIMEOUT_MS = MINUTE_MS

type Settings = Pick<Deps, 'settings'>
type Purpose = 'ADD' | 'CHECK'
/** A key as it is listed for browsers. */
type Known = { id: string; transports: string[] }
/** A key as it was registered. */
export type NewKey = { credential_id: string; public_key: string; counter: number; transports: string[] }

/** The site that keys belong to: a key of another host is not valid here. */
function relyingParty({ settings }: Settings) {
  return { id: new URL(settings.origin).hostname, origin: settings.origin, name: settings.brand.en }
}

/** What a browser needs to create a key for an account, with a new challenge. */
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
    // The one-time code identifies the person, so the key need not store the account.
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

/** What a browser needs to sign with one of these keys, with a new challenge. */
export async function requestOptions(deps: Settings, keys: Known[]) {
  const { generateAuthenticationOptions } = await library()
  const { id: rpId } = relyingParty(deps)
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId })
  const allowCredentials = keys.map(described)
  return { rpId, challenge, timeout: TIMEOUT_MS, allowCredentials, userVerification: 'preferred' }
}

const described = ({ id, transports }: Known) => ({ id, type: 'public-key' as const, transports })

/** The key that a browser has created for this challenge and site; undefined for an invalid answer. */
export async function verifyNewKey(
  deps: Settings,
  answer: z.infer<typeof NewKeyAnswer>,
  challenge: string,
): Promise<NewKey | undefined> {
  const { verifyRegistrationResponse } = await library()
  const { id, origin } = relyingParty(deps)
  const { registrationInfo } = await orNothing(
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

/** The signature counter of a key that has signed this challenge for this site; undefined if it has not. */
export async function verifyKey(
  deps: Settings,
  answer: z.infer<typeof KeyAnswer>,
  { challenge, public_key }: { challenge: string; public_key: string },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const { id, origin } = relyingParty(deps)
  const { verified, authenticationInfo } = await orNothing(
    verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
      // The caller compares the counter, which is meaningful only in a valid signature.
      credential: { id: answer.id, publicKey: Buffer.from(public_key, 'base64url'), counter: 0 },
    }),
  )
  return verified ? authenticationInfo?.newCounter : undefined
}

/** Nothing instead of an error: the library throws for anything that is wrong in what a browser sent. */
function orNothing<Verified extends object>(verifying: Promise<Verified>): Promise<Partial<Verified>> {
  return verifying.catch(() => ({}))
}

/** Stores the challenge that a session has to sign, replacing its last one. */
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

/** The challenge of a sign-in, which can be used once; undefined if there is none or it is too old. */
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

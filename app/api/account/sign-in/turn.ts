import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import { countIn } from '#app/api/call/limits.ts'
import { keyFor } from '#app/rules/access/keys.ts'
import { CODE_PACE, IRAN_DIAL_CODE } from '#app/rules/constants.ts'
import { dialCodeOf } from '#app/rules/identity/phone.ts'
import { isSolved, TURN, turnText } from '#app/rules/identity/sign-in/turn.ts'
import { SECOND_MS } from '#app/rules/time/durations.ts'

type Asking = { phone: string; asker: string; turn: string | undefined }
type Sending = { bySms: boolean }

/**
 * Slows strangers down while more codes than usual are requested for one country, or by e-mail, so that nobody can stop
 * the sign-ins of a country by using up its budget. Throws TURN_NEEDED with a challenge for this requester and phone:
 * it admits them once it is solved, or unsolved when it is a minute old, for people without scripts. The limits of
 * phones and networks apply as well.
 */
export async function takeTurn(deps: Deps, { bySms, phone, asker, turn }: Asking & Sending): Promise<void> {
  const way = bySms ? dialCodeOf(phone) : 'mail'
  const paceOfCountry = way === IRAN_DIAL_CODE ? CODE_PACE.iran : CODE_PACE.otherCountry
  const pace = bySms ? paceOfCountry : CODE_PACE.mail
  const count = await countIn(deps, `code pace ${way}`, CODE_PACE.minutes * 60)
  if (count <= pace) return
  const wait = waitOf(deps, { phone, asker, turn })
  if (wait <= 0) return
  const challenge = isOwn(deps, { phone, asker, turn }) ? challengeOf(turn) : newChallenge(deps, { phone, asker })
  throw errors.TURN_NEEDED({ data: { retry_after: wait, challenge, bits: TURN.bits } })
}

/** Seconds until an answer to a challenge admits its requester: 0 if it does now. */
function waitOf(deps: Deps, asking: Asking): number {
  if (!isOwn(deps, asking)) return TURN.waitSeconds
  const challenge = challengeOf(asking.turn)
  const solution = asking.turn?.split(':')[1]
  if (solution !== undefined && isSolved(hashOf(turnText(challenge, Number(solution))))) return 0
  return Math.max(0, Math.ceil(TURN.waitSeconds - ageOf(deps, challenge)))
}

/** Whether an answer is for a challenge that this requester got for this phone, not too long ago. */
function isOwn(deps: Deps, { phone, asker, turn }: Asking): boolean {
  const challenge = challengeOf(turn)
  const [issued = '', signature = ''] = challenge.split('.')
  const expected = Buffer.from(signatureOf(deps, { issued, phone, asker }))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
  const age = ageOf(deps, challenge)
  return age >= 0 && age <= TURN.minutes * 60
}

function newChallenge(deps: Deps, asking: { phone: string; asker: string }): string {
  const issued = deps.now().getTime().toString(36)
  return `${issued}.${signatureOf(deps, { issued, ...asking })}`
}

/** Parses `<challenge>` or `<challenge>:<solution>`. */
const challengeOf = (turn: string | undefined) => turn?.split(':')[0] ?? ''

const ageOf = ({ now }: Deps, challenge: string) =>
  (now().getTime() - Number.parseInt(challenge.split('.')[0] ?? '', 36)) / SECOND_MS

const hashOf = (text: string) => createHash('sha256').update(text).digest()

function signatureOf({ settings }: Deps, { issued, phone, asker }: { issued: string; phone: string; asker: string }) {
  return createHmac('sha256', keyFor(settings.secret, 'turn')).update(`${issued} ${phone} ${asker}`).digest('base64url')
}

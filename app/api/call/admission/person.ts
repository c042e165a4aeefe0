import { readAccessToken } from '#app/api/call/admission/access-token.ts'
import type { ApiContext, Deps } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import type { CompanyRole } from '#app/rules/access/company-role.ts'
import type { OperatorRole } from '#app/rules/access/operator-role.ts'
import type { Language } from '#app/rules/constants.ts'

/** Who is signed in, as far as calls must know. */
export type Person = {
  id: string
  /** E.164. */
  phone: string
  /** Lower case. */
  email: string | null
  /** Whether an SMS proved the phone; else the e-mail alone says whose it is. */
  phoneProven: boolean
  role: 'CLIENT' | 'AGENT' | 'ADMIN'
  /** The company whose staff an AGENT is. */
  companyId: number | null
  /** What they may do there. */
  staffRole: CompanyRole
  /** What an ADMIN may do. */
  operatorRole: OperatorRole
  sessionId: string
  /** When this sign-in has last proven the second factor; null where it has not. */
  factorAt: Date | null
  /** Whether the account has one. */
  hasFactor: boolean
  /** An operator or owner who may do nothing as such before there is a second factor. */
  lacksFactor: boolean
  language: Language
}

/**
 * The signed-in person, by one query; undefined without a token. Throws INVALID_TOKEN for a token that is forged, past its
 * end or of an ended session, and BANNED_USER for a banned person (§8).
 */
export async function readPerson({ deps, accessToken }: ApiContext): Promise<Person | undefined> {
  if (!accessToken) return undefined
  const session = readAccessToken(deps.settings.secret, accessToken, deps.now())
  if (!session) throw errors.INVALID_TOKEN()
  return personOfSession(deps, session)
}

/** The person of a sign-in. Throws INVALID_TOKEN where it has ended, and BANNED_USER. */
async function personOfSession(deps: Pick<Deps, 'db' | 'settings'>, session: string): Promise<Person> {
  const [found] = await signedInRows(deps.db, [session])
  const person = found ? judgePerson(deps, found) : 'INVALID_TOKEN'
  if (typeof person === 'string') throw errors[person]()
  return person
}

/** The people of several sign-ins by their ids, or why a sign-in is worth nothing; those that are gone are left out. */
export async function peopleOfSessions(
  deps: Pick<Deps, 'db' | 'settings'>,
  sessions: string[],
): Promise<Map<string, Person | SignInOver>> {
  if (sessions.length === 0) return new Map()
  const rows = await signedInRows(deps.db, sessions)
  return new Map(rows.map((row) => [row.sessionId, judgePerson(deps, row)]))
}

/** Why a sign-in is worth nothing. */
export type SignInOver = 'INVALID_TOKEN' | 'BANNED_USER'
type SignedInRow = Awaited<ReturnType<typeof signedInRows>>[number]

function signedInRows(db: Deps['db'], sessions: string[]) {
  return db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .leftJoin('second_factor', 'second_factor.id', 'account.id')
    .select([
      'session.id as sessionId',
      'session.ended_at',
      'session.factor_at as factorAt',
      'second_factor.confirmed_at',
      'account.id',
      'account.phone',
      'account.email',
      'account.phone_proven_at',
      'account.role',
      'account.company_id as companyId',
      'account.staff_role as staffRole',
      'account.operator_role as operatorRole',
      'account.language',
      'account.banned_at',
    ])
    .where('session.id', 'in', sessions)
    .execute()
}

function judgePerson(deps: Pick<Deps, 'settings'>, found: SignedInRow): Person | SignInOver {
  const { banned_at, ended_at, phone_proven_at, confirmed_at, ...person } = found
  if (banned_at) return 'BANNED_USER'
  if (ended_at) return 'INVALID_TOKEN'
  const hasFactor = confirmed_at !== null
  const lacksFactor = !hasFactor && mustHaveFactor(person, deps)
  return {
    ...person,
    ...(lacksFactor && { role: 'CLIENT' }),
    phoneProven: phone_proven_at !== null,
    hasFactor,
    lacksFactor,
  }
}

/**
 * Who moves money works with a second factor only, in production: operators, and owners of companies, who say where theirs goes.
 * Source: *ours*.
 */
export function mustHaveFactor(
  { role, staffRole }: Pick<Person, 'role' | 'staffRole'>,
  { settings }: Pick<Deps, 'settings'>,
): boolean {
  return settings.operatorsNeedFactor && (role === 'ADMIN' || (role === 'AGENT' && staffRole === 'OWNER'))
}

/** Whether a sign-in has taken its one-time code and still waits for the second factor. */
export function isHalfSignedIn({ hasFactor, factorAt }: Person): boolean {
  return hasFactor && factorAt === null
}

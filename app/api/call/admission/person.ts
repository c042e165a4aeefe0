import { readAccessToken } from '#app/api/call/admission/access-token.ts'
import type { ApiContext, Deps } from '#app/api/call/context.ts'
import { errors } from '#app/api/call/declared-errors.ts'
import type { CompanyRole } from '#app/rules/access/company-role.ts'
import type { OperatorRole } from '#app/rules/access/operator-role.ts'
import type { Language } from '#app/rules/constants.ts'

/** The signed-in person, as far as calls need it. */
export type Person = {
  id: string
  /** E.164. */
  phone: string
  /** Lower case. */
  email: string | null
  /** Whether an SMS has proven the phone; if not, only the e-mail address identifies the person. */
  phoneProven: boolean
  role: 'CLIENT' | 'AGENT' | 'ADMIN'
  /** The company that an AGENT works for. */
  companyId: number | null
  /** Their role there. */
  staffRole: CompanyRole
  /** An ADMIN's role. */
  operatorRole: OperatorRole
  sessionId: string
  /** When this session last proved the second factor; null if it has not. */
  factorAt: Date | null
  /** Whether the account has one. */
  hasFactor: boolean
  /** Whether the person is an operator or owner without the required second factor, who has no rights as such. */
  lacksFactor: boolean
  language: Language
}

/**
 * The signed-in person, by one query; undefined without a token. Throws INVALID_TOKEN for a token that is forged,
 * expired or of an ended session, and BANNED_USER for a banned person (§8).
 */
export async function readPerson({ deps, accessToken }: ApiContext): Promise<Person | undefined> {
  if (!accessToken) return undefined
  const session = readAccessToken(deps.settings.secret, accessToken, deps.now())
  if (!session) throw errors.INVALID_TOKEN()
  return personOfSession(deps, session)
}

/** The person of a session. Throws INVALID_TOKEN if it has ended, and BANNED_USER. */
async function personOfSession(deps: Pick<Deps, 'db' | 'settings'>, session: string): Promise<Person> {
  const [found] = await signedInRows(deps.db, [session])
  const person = found ? judgePerson(deps, found) : 'INVALID_TOKEN'
  if (typeof person === 'string') throw errors[person]()
  return person
}

/** The people of several sessions by their ids, or why a session is not valid; deleted sessions are left out. */
export async function peopleOfSessions(
  deps: Pick<Deps, 'db' | 'settings'>,
  sessions: string[],
): Promise<Map<string, Person | SignInOver>> {
  if (sessions.length === 0) return new Map()
  const rows = await signedInRows(deps.db, sessions)
  return new Map(rows.map((row) => [row.sessionId, judgePerson(deps, row)]))
}

/** Why a session is not valid. */
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
 * In production, people who move money need a second factor: operators, and owners of companies, who decide where their
 * money goes. Source: *ours*.
 */
export function mustHaveFactor(
  { role, staffRole }: Pick<Person, 'role' | 'staffRole'>,
  { settings }: Pick<Deps, 'settings'>,
): boolean {
  return settings.operatorsNeedFactor && (role === 'ADMIN' || (role === 'AGENT' && staffRole === 'OWNER'))
}

/** Whether a session has passed its one-time code and still waits for the second factor. */
export function isHalfSignedIn({ hasFactor, factorAt }: Person): boolean {
  return hasFactor && factorAt === null
}

import { type ContractProcedureBuilder, type ErrorMap, oc, type Schema } from '@orpc/contract'
import { COMPANY_ROLES, type CompanyRole } from '#app/rules/access/company-role.ts'
import type { OperatorWork } from '#app/rules/access/operator-role.ts'
import { HOUR_SECONDS } from '#app/rules/time/durations.ts'
import { ERRORS } from './errors.ts'

/** CLIENT: any signed-in person. AGENT: the staff of a company, and operators. ADMIN: only operators. */
export type Role = 'CLIENT' | 'AGENT' | 'ADMIN'
/** To whom a thing can belong: the person who booked or paid, the company whose vehicle it is, or us. */
export type Owner = 'CUSTOMER' | 'COMPANY' | 'OPERATOR'
/**
 * What a call can be about. `company`: the one that the caller acts for, staff for their own and operators for the one
 * they name; `companyFilter`: the same for a list, in which an operator who names none gets the things of all
 * companies.
 */
export type Thing =
  | LockedThing
  | ('company' | 'companyFilter' | 'fleetPart')
  | ('block' | 'season' | 'feed' | 'source' | 'place' | 'closedDays' | 'invitation')
  | ('payment' | 'room' | 'webhookDelivery')
  | ('attachment' | 'avatar' | 'session' | 'securityKey' | 'guarantee' | 'savedView' | 'listener' | 'priceAlert')
/** What a call can lock. */
export type LockedThing = 'reservation' | 'vehicle' | 'photo' | 'colleague' | 'ticket' | 'fine' | 'apiKey' | 'webhook'

/**
 * Who may call. Each call starts from one of the values below, so that none is without it;
 * `app/api/call/admission/admit.ts` enforces it before the input is read. With `owner`, only these people find what the
 * call names: everybody else gets 404 (decisions.md, "Identity and access").
 */
export type CallMeta = {
  limit?: CallLimit | undefined
  /**
   * The operators whose work it is, besides those who may do everything; by default all of them. For other operators an
   * operators' call does not exist, and any other call treats them as customers.
   */
  operator?: readonly OperatorWork[] | undefined
  /** A read whose answer is the same for everybody who may call: it is kept for a moment, here and by caches in between. */
  isKept?: boolean | undefined
  /** The call only reads, though its method is POST: a replica may answer it. */
  isRead?: boolean | undefined
  /** The call is about the primary database itself: no replica answers it. */
  isOfPrimary?: boolean | undefined
} & (
  | { signIn: 'none' }
  /**
   * Somebody without an account may call, so nothing is found by who owns it: the unguessable id in the input is what admits, as on the
   * voucher's page. Where a signed-in caller's side matters, the handler asks `roleFor`.
   */
  | { signIn: 'possible' }
  | {
      signIn: 'needed'
      role: Role
      owner?: readonly Owner[] | undefined
      /**
       * What the call names: `app/api/call/admission/things.ts` finds it for the people to whom it belongs and puts it
       * into the context.
       */
      of?: Thing | undefined
      /** The field of the input that names it; by default `id`; null: all fields together. */
      by?: string | null | undefined
      /** The call changes it: it is locked, and the call runs in the transaction that holds the lock. */
      lock?: boolean | undefined
      /**
       * The roles of a company's staff that act for it here; by default OWNER and DESK. For other staff the thing does
       * not exist.
       */
      company?: readonly CompanyRole[] | undefined
      /** Also before the second factor is proven: the steps of a sign-in itself. */
      halfSignedIn?: boolean | undefined
      /**
       * The call moves money, or could let somebody in: a caller with a second factor must have proven it recently
       * (`FACTOR_RECHECK_MINUTES`); `OPERATORS`: only operators must.
       */
      recheck?: boolean | 'OPERATORS' | undefined
    }
)

/**
 * How often a call can be made in a window of seconds, counted over all processes: by a person, or by a subscriber of
 * the network if nobody is signed in. Calls of one `bucket` count together. The next one is TOO_MANY_REQUESTS;
 * `app/api/call/admission/admit.ts` enforces it before the input is validated.
 */
export type CallLimit = { bucket: string; most: number; seconds: number; operators?: number | undefined }

const { NOT_FOUND, INVALID_FIELDS, TOO_MANY_REQUESTS, INVALID_TOKEN, BANNED_USER } = ERRORS
const { SECOND_FACTOR_NEEDED, SECOND_FACTOR_REQUIRED, RECHECK_NEEDED, SCOPE_MISSING } = ERRORS
/**
 * What every call can answer besides its output. Bodies have one shape: `detail` (a translated sentence), `type`
 * (the code), `fields` where single fields are wrong (§8).
 */
const errors = { NOT_FOUND, INVALID_FIELDS, TOO_MANY_REQUESTS }
const signInErrors = { ...errors, INVALID_TOKEN, BANNED_USER, SECOND_FACTOR_NEEDED }

/** A call for everybody; a token is ignored. */
export const anybody = oc.$meta<Extract<CallMeta, { signIn: 'none' }>>({ signIn: 'none' }).errors(errors)
/** A read for everybody of what is public: its answer depends on nothing but its address and the language. */
export const publicRead = anybody.meta({ signIn: 'none', isKept: true })
/** The same of what only the primary database knows. */
export const publicReadOfPrimary = anybody.meta({ signIn: 'none', isKept: true, isOfPrimary: true })
/** A read for everybody whose question is too long for an address. */
export const publicSearch = anybody.meta({ signIn: 'none', isRead: true })
/** A call for everybody that does more for a signed-in person; a token must be valid. */
export const maybeSignedIn = oc
  .$meta<Extract<CallMeta, { signIn: 'possible' }>>({ signIn: 'possible' })
  .errors(signInErrors)
/** A call for any signed-in person. */
export const signedIn = oc
  .$meta<Extract<CallMeta, { signIn: 'needed' }>>({ signIn: 'needed', role: 'CLIENT' })
  .errors(signInErrors)
/** A call for a company's staff with one of these roles, about its own things, and for operators. */
const staffOf = (...company: CompanyRole[]) =>
  signedIn
    .meta({ signIn: 'needed', role: 'AGENT', owner: ['COMPANY', 'OPERATOR'], company, operator: ['SUPPORT'] })
    .errors({ SECOND_FACTOR_REQUIRED, SCOPE_MISSING })
/** Only for owners: money, terms, staff. */
export const owners = staffOf('OWNER')
/** For owners and the desk: reservations and the fleet. */
export const deskStaff = staffOf('OWNER', 'DESK')
/** For all of a company's staff; a DRIVER finds only the day's work. */
export const allStaff = staffOf('OWNER', 'DESK', 'DRIVER')
/** A call for every operator. */
export const operators = signedIn.meta({ signIn: 'needed', role: 'ADMIN' }).errors({ SECOND_FACTOR_REQUIRED })
/** A call for operators of these parts of the work; without any, for those who may do everything. */
export const operatorsOf = (...operator: OperatorWork[]) =>
  operators.meta({ signIn: 'needed', role: 'ADMIN', operator })
/** The same after a fresh proof of the second factor: money moves, or somebody gets access. */
export const recheckedOperatorsOf = (...operator: OperatorWork[]) =>
  operators.meta({ signIn: 'needed', role: 'ADMIN', operator, recheck: true }).errors({ RECHECK_NEEDED })
/** The same for every operator. */
export const recheckedOperators = operators
  .meta({ signIn: 'needed', role: 'ADMIN', recheck: true })
  .errors({ RECHECK_NEEDED })
/** A call by which an operator moves money. */
export const moneyOperators = recheckedOperatorsOf('MONEY')
/** A call by which an owner decides where money goes. */
export const moneyOwners = owners
  .meta({ ...owners['~orpc'].meta, recheck: true, operator: ['MONEY'] })
  .errors({ RECHECK_NEEDED })
/** A call by which an owner lets a program in; of the operators only those who may do everything. */
export const keyOwners = owners
  .meta({ ...owners['~orpc'].meta, recheck: true, operator: [] })
  .errors({ RECHECK_NEEDED })
/** A call for signed-in people that weakens their protection. */
export const recheckedPeople = signedIn
  .meta({ signIn: 'needed', role: 'CLIENT', recheck: true })
  .errors({ RECHECK_NEEDED })
/** The same about a thing of their own. */
export const recheckedOwnThings = signedIn
  .meta({ signIn: 'needed', role: 'CLIENT', owner: ['CUSTOMER'], recheck: true })
  .errors({ RECHECK_NEEDED })
/** A step of a sign-in after the one-time code. */
export const halfSignedIn = signedIn.meta({ signIn: 'needed', role: 'CLIENT', halfSignedIn: true })
/** A call about one thing, for the signed-in people to whom it belongs. */
export const ownedBy = (...owner: Owner[]) =>
  signedIn.meta({ signIn: 'needed', role: 'CLIENT', owner, operator: ['SUPPORT'] })
/** A call for any signed-in person, in which operators of support find everybody's things. */
export const peopleAndSupport = signedIn.meta({ signIn: 'needed', role: 'CLIENT', operator: ['SUPPORT'] })

/** The same where all of a company's staff act for it: a DRIVER finds only the day's work. */
export const ownedByStaffToo = signedIn.meta({
  signIn: 'needed',
  role: 'CLIENT',
  owner: ['CUSTOMER', 'COMPANY', 'OPERATOR'],
  company: COMPANY_ROLES,
  operator: ['SUPPORT'],
})

type Needed = Extract<CallMeta, { signIn: 'needed' }>
type Starting<Errors extends ErrorMap, Meta extends Needed> = ContractProcedureBuilder<
  Schema<unknown, unknown>,
  Schema<unknown, unknown>,
  Errors,
  Meta
>

/** A call about one thing, which the input's field `by` names and the context contains. */
export function about<Errors extends ErrorMap, Name extends Thing>(
  call: Starting<Errors, Needed>,
  of: Name,
  by?: string | null,
): Starting<Errors, Needed & { of: Name }> {
  return call.meta({ ...call['~orpc'].meta, of, ...(by !== undefined && { by }) }) as Starting<
    Errors,
    Needed & { of: Name }
  >
}

/** A call for one company, which operators name in the field `company`; its number is in the context. */
export function forCompany<Errors extends ErrorMap>(call: Starting<Errors, Needed>) {
  return about(call, 'company', 'company')
}

/** The same for all of a company's vehicles, or the one in the field `ad`. */
export function forFleetPart<Errors extends ErrorMap>(call: Starting<Errors, Needed>) {
  return about(call, 'fleetPart', null)
}

/** A list of one company's things, or of all companies' for an operator who names none. */
export function filteredByCompany<Errors extends ErrorMap>(call: Starting<Errors, Needed>) {
  return about(call, 'companyFilter', 'company')
}

/** A call that changes one thing: the context contains it locked, with the transaction that holds the lock. */
export function locking<Errors extends ErrorMap, Name extends LockedThing>(
  call: Starting<Errors, Needed>,
  of: Name,
): Starting<Errors, Needed & { of: Name; lock: true }> {
  return call.meta({ ...call['~orpc'].meta, of, lock: true }) as Starting<Errors, Needed & { of: Name; lock: true }>
}

/** Adds a limit to a call's base: `signedIn.meta(limited(signedIn, { … })).route(…)`. */
export function limited<Meta extends CallMeta>(call: { '~orpc': { meta: Meta } }, limit: CallLimit): Meta {
  return { ...call['~orpc'].meta, limit }
}

/** Lets operators of these parts of the work make a call, instead of those in its base. */
export function alsoFor<Meta extends CallMeta>(call: { '~orpc': { meta: Meta } }, ...operator: OperatorWork[]): Meta {
  return { ...call['~orpc'].meta, operator }
}

/**
 * The limit of calls that send messages to other people: all such calls of one person count together, so that nobody
 * can fill somebody else's phone by doing and undoing. Source: *ours*.
 */
export function notifying<Meta extends CallMeta>(call: { '~orpc': { meta: Meta } }, most: number): Meta {
  return limited(call, { bucket: 'notifying', most, operators: 3000, seconds: HOUR_SECONDS })
}

import { describe, expect, test } from 'vitest'
import { anybody, type CallMeta, operators, signedIn } from '#app/contract/call/base.ts'
import { type Call, callsOf } from '#app/contract/call/calls.ts'
import { scopeOf } from '#app/contract/call/scopes.ts'
import { contract } from '#app/contract/contract.ts'
import { API_SCOPES } from '#app/rules/access/api-scope.ts'
import { factsOf, KEYS_REACH, WHO_MAY_CALL } from './who-may-call.ts'

const calls = callsOf(contract)
type Nested = { [name: string]: Nested | { '~orpc'?: { meta: CallMeta } } }

/** The calls of a contract that are not in the table as they are declared, or are missing in one of them. */
function notAsWritten(part: unknown): string[] {
  const declared = new Map(callsOf(part).map((call) => [call.name, declaredText(call)]))
  const names = new Set([...declared.keys(), ...WRITTEN.keys()])
  return [...names].filter((name) => declared.get(name) !== WRITTEN.get(name))
}

/** The rows of the table as text. */
const WRITTEN = new Map(
  Object.entries(WHO_MAY_CALL).map(([name, [call]]) => [name, sorted({ call, ...factsOf(name) })] as const),
)

const known = new WeakMap<CallMeta, Map<string, string>>()

/** Thousands of contracts are compared, of which each differs in one call: the others are not written out again. */
function declaredText(call: Call): string {
  // Calls that start from one base share its permissions.
  const texts = known.get(call.access) ?? new Map<string, string>()
  known.set(call.access, texts)
  const address = `${call.method} ${call.path}`
  const text = texts.get(address) ?? sorted(declaredFacts(call))
  texts.set(address, text)
  return text
}

function declaredFacts({ method, path, access }: Call) {
  // The field that names the thing, whether the thing is locked and how a read is answered are not permissions.
  const {
    by: _,
    lock: __,
    isKept: ___,
    isRead: ____,
    isOfPrimary: _____,
    ...who
  } = { by: undefined, lock: undefined, ...access }
  return { call: `${method} ${path}`, ...who }
}

/** As text, with the names of fields in order. */
function sorted(facts: object | undefined): string {
  return JSON.stringify(facts, (_, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
}

/** The contract with other permissions for one call. */
function withAccess(part: Nested, [name = '', ...rest]: readonly string[], meta: CallMeta): Nested {
  const inner = part[name]
  if (rest.length > 0) return { ...part, [name]: withAccess(inner as Nested, rest, meta) }
  const declared = (inner as { '~orpc': object })['~orpc']
  return { ...part, [name]: { '~orpc': { ...declared, meta } } }
}

const metaOf = (call: { '~orpc': { meta: CallMeta } }) => call['~orpc'].meta
const [ANYBODY, PERSON, OPERATOR] = [metaOf(anybody), metaOf(signedIn), metaOf(operators)]

/** Mistakes by which a call would be open to others than the table says. */
function mistakesIn(access: CallMeta): CallMeta[] {
  const without = (...facts: string[]) =>
    Object.fromEntries(Object.entries(access).filter(([name]) => !facts.includes(name))) as CallMeta
  const found = ['owner', 'of', 'company', 'operator', 'recheck', 'limit'].filter((fact) => fact in access)
  const ofAnother = 'of' in access && access.of ? [{ ...access, of: access.of === 'room' ? 'ticket' : 'room' }] : []
  return [ANYBODY, PERSON, OPERATOR, ...found.map((fact) => without(fact)), ...(ofAnother as CallMeta[])].filter(
    (mistake) => sorted(mistake) !== sorted(without('isKept', 'isRead', 'isOfPrimary')),
  )
}

describe('the contract', () => {
  test('lets exactly those call whom the table names', () => {
    expect(notAsWritten(contract)).toEqual([])
  })

  test('cannot be opened by a mistake in any one call without the table noticing it', () => {
    const unnoticed = calls.flatMap(({ name, access }) =>
      mistakesIn(access)
        .filter((mistake) => {
          const changed = withAccess(contract as unknown as Nested, name.split('.'), mistake)
          return notAsWritten(changed).join() !== name
        })
        .map((mistake) => `${name}: ${JSON.stringify(mistake)}`),
    )
    expect(unnoticed).toEqual([])
  })

  test('has no call that the table lacks', () => {
    const { vehicles: _, ...others } = contract
    expect(notAsWritten(others)).toEqual(['vehicles.adTypes', 'vehicles.brands', 'vehicles.filters'])
    expect(notAsWritten({ ...contract, copies: contract.vehicles })).toEqual([
      'copies.adTypes',
      'copies.brands',
      'copies.filters',
    ])
  })

  test('names what a call is about wherever it depends on whose that is', () => {
    const nameless = calls.filter(({ access }) => 'owner' in access && access.owner && !access.of)
    expect(nameless.map(({ name }) => name)).toEqual([])
  })

  test('says on every call who may call', () => {
    expect(calls.length).toBeGreaterThan(50)
    const { signIn: _, ...undeclared } = anybody.route({ path: '/nowhere/' })['~orpc'].meta
    const call = { '~orpc': { route: { path: '/nowhere/' }, meta: undeclared } }
    expect(() => callsOf({ nowhere: call })).toThrow('nowhere does not declare who may call')
  })
})

describe('the scopes of keys', () => {
  const scoped = calls.map((call) => ({ ...call, scope: scopeOf(call) })).filter(({ scope }) => scope !== undefined)

  test('reach exactly the calls that the table names', () => {
    const written = Object.entries(KEYS_REACH).flatMap(([scope, names]) => names.map((name) => `${name} ${scope}`))
    expect(scoped.map(({ name, scope }) => `${name} ${scope}`).sort()).toEqual(written.sort())
    expect(Object.keys(KEYS_REACH)).toEqual([...API_SCOPES])
  })

  test('reach only what belongs to one company, and nothing that needs a fresh second factor', () => {
    const others = scoped.filter(
      ({ access }) =>
        access.signIn !== 'needed' ||
        access.role !== 'AGENT' ||
        !access.of ||
        !access.owner?.includes('COMPANY') ||
        access.recheck !== undefined,
    )
    expect(others).toEqual([])
  })

  test('for reading write nothing', () => {
    const mixed = scoped.filter(({ scope, method }) => scope?.endsWith(':read') !== (method === 'GET'))
    // Webhooks have one scope for everything.
    expect(mixed.filter(({ scope, method }) => scope !== 'webhooks:write' || method !== 'GET')).toEqual([])
  })
})

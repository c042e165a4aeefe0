import { callsOf } from '#app/contract/call/calls.ts'
import { contract } from '#app/contract/contract.ts'

const calls = callsOf(contract).map(({ method, path }) => ({ method, path, parts: partsOf(path) }))

/** The methods of the calls at a path under `/api`, with HEAD beside GET; empty if there is no call. */
export function methodsAt(pathname: string): string[] {
  const found = new Set(callsAt(pathname).map(({ method }) => method))
  if (found.has('GET')) found.add('HEAD')
  return [...found].sort()
}

/** The address of the calls at a path as the contract writes it, below `/api`; undefined if there is no call. */
export function patternAt(pathname: string): string | undefined {
  const here = callsAt(pathname)
  const exact = here.find(({ parts }) => !parts.some((part) => part.startsWith('{')))
  const found = exact ?? here[0]
  return found && `/api${found.path}`
}

function callsAt(pathname: string) {
  const asked = partsOf(pathname.replace(/^\/api(?=\/)/, ''))
  const isAsked = (part: string, index: number) => part.startsWith('{') || part === asked[index]
  return calls.filter(({ parts }) => parts.length === asked.length && parts.every(isAsked))
}

/** Both slash forms answer. */
function partsOf(path: string): string[] {
  return path.split('/').filter(Boolean)
}

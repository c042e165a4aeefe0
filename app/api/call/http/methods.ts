import { callsOf } from '#app/contract/call/calls.ts'
import { contract } from '#app/contract/contract.ts'

const calls = callsOf(contract).map(({ method, path }) => ({ method, parts: partsOf(path) }))

/** The methods of the calls at a path under `/api`, with HEAD beside GET; empty if there is no call. */
export function methodsAt(pathname: string): string[] {
  const asked = partsOf(pathname.replace(/^\/api(?=\/)/, ''))
  const isAsked = (part: string, index: number) => part.startsWith('{') || part === asked[index]
  const here = calls.filter(({ parts }) => parts.length === asked.length && parts.every(isAsked))
  const found = new Set(here.map(({ method }) => method))
  if (found.has('GET')) found.add('HEAD')
  return [...found].sort()
}

/** Both slash forms answer. */
function partsOf(path: string): string[] {
  return path.split('/').filter(Boolean)
}

import type { ApiContext } from './context.ts'

/** What is known about a request besides itself. `testCompany`: in test mode, the company of its key. */
export type Arrived = { clientAddress: string; requestId: string; testCompany?: number }

/** Answers a request under `/api`. */
export type HandleCall = (request: Request, facts: Arrived) => Promise<Response>

/** Wraps each call over HTTP: may answer it, change its input, and do something before and after it. */
export type AroundCall = (
  call: { name: string; input: unknown; context: ApiContext },
  next: (input: unknown) => Promise<unknown>,
) => Promise<unknown>

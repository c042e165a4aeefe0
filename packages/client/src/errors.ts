import type { ErrorCode } from './generated/types.ts'

/** A refusal of the API: a problem by RFC 9457. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The code of the problem, which does not change; its sentence is `message`. */
  readonly type: ErrorCode
  readonly status: number
  /** What is wrong with single fields, by their names. */
  readonly fields: Record<string, string[]>
  /** Seconds after which the call may be repeated, if the API says so. */
  readonly retryAfter: number | undefined
  /** Names the request in the API's log. */
  readonly requestId: string | undefined
  /** The whole problem, with the data of its type. */
  readonly problem: Record<string, unknown>

  constructor(response: Response, problem: Record<string, unknown>) {
    super(String(problem.detail ?? problem.title ?? `The API answered ${response.status}.`))
    this.type = String(problem.type ?? 'UNKNOWN') as ErrorCode
    this.status = response.status
    this.fields = (problem.fields ?? {}) as Record<string, string[]>
    this.retryAfter = secondsOf(response.headers.get('retry-after'))
    this.requestId = response.headers.get('x-request-id') ?? undefined
    this.problem = problem
  }
}

/** No answer came: whether the call was carried out is unknown, unless it is repeated with the same idempotency key. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

/** The seconds of a Retry-After header, which is a number or a date. */
export function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1000)
}

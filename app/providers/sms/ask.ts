import { NotSent, type NotSentReason } from '#app/providers/messages/not-sent.ts'
import { inSpan } from '#app/tracing/spans.ts'

/** The answer of an SMS provider: its status, and its body where that is a JSON object. */
export type SmsAnswer = { status: number; body?: Record<string, unknown> }

/** Errors before any byte of the request was sent: the provider cannot have sent a message. */
const NEVER_ASKED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS|DEPTH_)/

/**
 * Posts a request to `provider`. Throws `NotSent` when there is no answer. The address may contain a key (Kavenegar's does),
 * so neither it nor the error of `fetch`, which can quote it, is passed on.
 */
export async function askSmsProvider(
  provider: string,
  url: string,
  question: { headers?: Record<string, string>; body: URLSearchParams | string; timeoutMs: number },
): Promise<SmsAnswer> {
  try {
    return await inSpan(
      'ask for an SMS',
      { kind: 'outgoing', attributes: { 'savari.provider': provider } },
      async () => {
        const response = await fetch(url, {
          method: 'POST',
          headers: { accept: 'application/json', ...question.headers },
          body: question.body,
          redirect: 'error',
          signal: AbortSignal.timeout(question.timeoutMs),
        })
        return { status: response.status, body: objectIn(await response.text()) }
      },
    )
  } catch (error) {
    const detail = detailOf(error)
    throw new NotSent({ provider, reason: 'provider_down', detail, isCertain: NEVER_ASKED.test(detail) })
  }
}

/** The meaning of an answer that is not the provider's own JSON. After a proxy's timeout, or a success in another form, it is uncertain. */
export function notSentByStatus(provider: string, status: number): NotSent {
  const isOpen = status < 400 || status === 502 || status === 504
  return new NotSent({ provider, reason: reasonOfStatus(status), detail: `HTTP ${status}`, isCertain: !isOpen })
}

function reasonOfStatus(status: number): NotSentReason {
  if (status === 401 || status === 403) return 'auth'
  if (status === 429) return 'rate_limited'
  return status < 400 || status >= 500 ? 'provider_down' : 'unknown'
}

/** The value if it is a JSON object; undefined for arrays, null and anything else. */
export function objectOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'TimeoutError') return 'time-out'
  const cause = error.cause
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no connection'
}

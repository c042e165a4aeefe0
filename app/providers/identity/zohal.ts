import { addressSetting, textSetting } from '../provider-kind.ts'
import { iranianMobile } from '../sms/iranian-mobile.ts'
import type { Inquire, InquiryOutcome, SilentReason } from './inquiry.ts'
import { inquiryKind } from './inquiry-kind.ts'

export type ZohalAccount = { token: string; baseUrl: string }

/** `result` of an answer that holds one. Source: published clients of the service; docs/providers.md says what of it is unchecked. */
const DONE = 1

/** Zohal as the environment configures it. */
export const zohal = inquiryKind(
  {
    ZOHAL_TOKEN: textSetting,
    ZOHAL_BASE_URL: addressSetting.default('https://service.zohal.io/api/v0'),
  },
  ({ ZOHAL_TOKEN, ZOHAL_BASE_URL }, { timeoutMs }) =>
    createZohal({ token: ZOHAL_TOKEN, baseUrl: ZOHAL_BASE_URL }, timeoutMs),
)

/** Asks Shahkar, the register of Iran's mobile numbers, by Zohal (`services/inquiry/shahkar`). */
export function createZohal({ token, baseUrl }: ZohalAccount, timeoutMs = 6_000): Inquire {
  return async ({ nationalId, phone }) => {
    const mobile = iranianMobile(phone)
    if (!mobile) return silent('refused', 'not Iranian')
    try {
      const response = await fetch(`${baseUrl}/services/inquiry/shahkar`, {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ national_code: nationalId, mobile }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      return outcomeOf(response.status, await response.json().catch(() => undefined))
    } catch (error) {
      return silent('down', error instanceof Error && error.name === 'TimeoutError' ? 'time-out' : 'no connection')
    }
  }
}

/** Only a clear yes or no of the service is one: with `result` 1, no error's code, and a boolean. */
function outcomeOf(status: number, body: unknown): InquiryOutcome {
  const { result, response_body } = (body ?? {}) as { result?: unknown; response_body?: Body }
  const matched = response_body?.data?.matched
  if (status === 200 && result === DONE && !response_body?.error_code && typeof matched === 'boolean')
    return { outcome: matched ? 'same' : 'different' }
  return silent(reasonOf(status), `HTTP ${status}, result ${typeof result === 'number' ? result : 'none'}`)
}

type Body = { data?: { matched?: unknown }; error_code?: unknown } | undefined

function reasonOf(status: number): SilentReason {
  if (status === 401 || status === 403) return 'auth'
  if (status === 402) return 'no_credit'
  if (status === 429) return 'rate_limited'
  if (status >= 500) return 'down'
  return status >= 400 ? 'refused' : 'unclear'
}

function silent(reason: SilentReason, detail: string): InquiryOutcome {
  return { outcome: 'silent', reason, detail }
}

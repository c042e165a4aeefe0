import type { ApiClient, Caller } from '#app/api/app.ts'
import type { TestApi } from './api.ts'

/** The last code that was sent to a phone or an e-mail address. Throws where none was. */
export function codeTo(api: TestApi, to: string): string {
  const code = api.messages.findLast((message) => message.to === to && message.code)?.code
  if (!code) throw new Error(`no code was sent to ${to}`)
  return code
}

/** A code that differs from the given one. */
export const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

export type SignedIn = { access: string; refresh: string; calls: ApiClient }

/** Signs a person in by the calls that the site makes: login, then activation or token with the code from the message. */
export async function signIn(
  api: TestApi,
  phone: string,
  { email, ...caller }: Partial<Caller> & { email?: string; country_code?: string } = {},
): Promise<SignedIn> {
  const { country_code = '+98', ...facts } = caller
  const visitor = api.as(facts)
  const form = { phone, country_code, email }
  const { is_activated, channels } = await visitor.account.login(form)
  await api.drain()
  const channel = channels.includes('sms') ? 'sms' : 'email'
  const sent = api.messages.findLast((message) => message.code && message.channel === channel)
  const proof = { ...form, token: sent?.code ?? '' }
  const tokens = is_activated ? await visitor.account.token(proof) : await visitor.account.activate(proof)
  return { ...tokens, calls: api.as({ ...facts, accessToken: tokens.access }) }
}

/** The operators who were notified that something waits for their approval, by their accounts. */
export async function notifiedToApprove(api: TestApi): Promise<(string | null)[]> {
  await api.drain()
  const notified = api.deps.db.selectFrom('notification').select('account_id').where('kind', '=', 'approvalAsked')
  return (await notified.execute()).map(({ account_id }) => account_id)
}

import { createServer } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { NotSent } from '#app/providers/messages/not-sent.ts'
import { addressSetting, textSetting } from '#app/providers/provider-kind.ts'
import { askSmsProvider, notSentByStatus } from '#app/providers/sms/ask.ts'
import { cutText } from '#app/providers/sms/cut-text.ts'
import { iranianMobile } from '#app/providers/sms/iranian-mobile.ts'
import { smsKind } from '#app/providers/sms/sms-kind.ts'
import { listenHere } from '../../../support/server/process/listen-here.ts'
import type { MessageServer } from '../messenger-suite.ts'

export const TOY_KEY = 'toy-key'
export const TOY_LONGEST = 700
const REASONS = { 401: 'auth', 404: 'invalid_recipient', 429: 'rate_limited' } as const

/** The smallest SMS sender that passes, written by `docs/providers.md` as a new one would be. */
export const toySms = smsKind(
  { TOY_KEY: textSetting, TOY_BASE_URL: addressSetting },
  ({ TOY_KEY: key, TOY_BASE_URL: baseUrl }, { timeoutMs = 8_000 }) => ({
    name: 'toy',
    async send({ to, text }) {
      const mobile = iranianMobile(to)
      if (!mobile) throw new NotSent({ provider: 'toy', reason: 'invalid_recipient', detail: 'not Iranian' })
      const body = new URLSearchParams({ mobile, text: cutText(text, TOY_LONGEST) })
      const answer = await askSmsProvider('toy', `${baseUrl}/send`, { headers: { 'x-key': key }, body, timeoutMs })
      if (answer.status === 200 && answer.body?.accepted === true) return
      const reason = answer.body ? REASONS[answer.status as keyof typeof REASONS] : undefined
      if (!reason) throw notSentByStatus('toy', answer.status)
      throw new NotSent({ provider: 'toy', reason, detail: `HTTP ${answer.status}` })
    },
  }),
)

/** Its simulated server; a receiver's last four digits are the status of its answer, and 0600 gets no answer. */
export async function openToySmsServer(): Promise<MessageServer> {
  const sent: { mobile: string; text: string }[] = []
  let calls = 0
  const server = createServer(async (request, response) => {
    calls += 1
    const { mobile = '', text = '' } = Object.fromEntries(new URLSearchParams(await readText(request)))
    const magic = Number(mobile.slice(-4))
    const status = request.headers['x-key'] !== TOY_KEY ? 401 : [404, 429, 503].includes(magic) ? magic : 200
    if (magic === 600) return
    if (status === 200) sent.push({ mobile, text })
    response.writeHead(status).end(status === 503 ? '' : JSON.stringify({ accepted: status === 200 }))
  })
  const port = await listenHere(server)
  return {
    address: { host: '127.0.0.1', port },
    textsTo: (phone) => sent.filter(({ mobile }) => mobile === `0${phone.slice(3)}`).map(({ text }) => text),
    calls: () => calls,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

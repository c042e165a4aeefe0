import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'

export const TWILIO_SID = `AC${'1'.repeat(32)}`
export const TWILIO_TOKEN = 'twilio-token'
export const TWILIO_FROM = '+15005550006'

type SentText = { to: string; from: string; body: string }

/**
 * Twilio's `Messages` resource, with the magic receivers of its test credentials: +15005550001 is no number,
 * +15005550002 cannot be routed to, +15005550003 is in a country that is not enabled, +15005550004 is blocked;
 * +15005550020 is rate limited, +15005550500 gets a server error and +15005550600 no answer.
 */
export async function openTwilioSimulator() {
  const inbox: SentText[] = []
  const server = createServer(async (request, response) => {
    const fields = new URLSearchParams(await readText(request))
    const answer = (status: number, body: object | string) => {
      response.writeHead(status, { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    }
    const refuse = (status: number, code: number) => answer(status, { code, message: 'refused', status })
    const to = fields.get('To') ?? ''
    const key = `Basic ${Buffer.from(`${TWILIO_SID}:${TWILIO_TOKEN}`).toString('base64')}`
    if (request.headers.authorization !== key) return refuse(401, 20003)
    if (request.url !== `/2010-04-01/Accounts/${TWILIO_SID}/Messages.json`) return refuse(404, 20404)
    if (to === '+15005550600') return
    if (to === '+15005550500') return answer(500, '<h1>Server error</h1>')
    if (to === '+15005550020') return refuse(429, 20429)
    const refusal = REFUSALS[to]
    if (refusal) return refuse(400, refusal)
    const from = fields.get('From') ?? fields.get('MessagingServiceSid') ?? ''
    inbox.push({ to, from, body: fields.get('Body') ?? '' })
    answer(201, { sid: `SM${'0'.repeat(32)}`, status: 'queued', to, from })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    inbox,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const REFUSALS: Record<string, number> = {
  '+15005550001': 21211,
  '+15005550002': 21612,
  '+15005550003': 21408,
  '+15005550004': 21610,
}

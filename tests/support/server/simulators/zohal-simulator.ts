import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { inquiryPlay, SLOW_MS } from '#app/providers/identity/simulated.ts'

export const ZOHAL_TOKEN = 'zohal-token'

/** How the service answers whatever it is asked; undefined plays by the number (`inquiryPlay`). */
export type ZohalAnswer = { status: number; body: unknown }

/** Zohal's inquiry of Shahkar, as its published clients call it. */
export async function openZohalSimulator() {
  const asked: { url: string; authorization: string; body: unknown }[] = []
  const state: { answer?: ZohalAnswer | undefined } = {}
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await readText(request))
    const { authorization = '' } = request.headers
    asked.push({ url: `${request.method} ${request.url}`, authorization, body })
    const play = inquiryPlay(body.mobile)
    if (!state.answer && play === 'silent') return
    if (!state.answer && play === 'slow') await sleep(SLOW_MS)
    const { status, body: answer } = state.answer ?? answerOf(authorization, body, play)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    state,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function answerOf(
  authorization: string,
  { mobile, national_code }: Record<string, unknown>,
  play: string,
): ZohalAnswer {
  if (authorization !== `Bearer ${ZOHAL_TOKEN}`) return failed(401, 4, 'UNAUTHORIZED')
  if (play === 'error') return failed(500, 5, 'INTERNAL')
  if (!/^09\d{9}$/.test(String(mobile)) || !/^\d{10}$/.test(String(national_code)))
    return failed(400, 6, 'INVALID_INPUT')
  return { status: 200, body: envelope(1, { matched: play !== 'different' }) }
}

const failed = (status: number, result: number, code: string): ZohalAnswer => ({
  status,
  body: envelope(result, null, code),
})

function envelope(result: number, data: unknown, error_code: string | null = null) {
  return { result, response_body: { data, error_code, message: error_code ? 'خطا' : 'موفق' } }
}

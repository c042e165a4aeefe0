import { expect, test } from 'vitest'
import { pagePolicy } from '#app/web/edge/response/csp.ts'

test('the policy allows nothing inline, no plug-ins, no other base or frame, and forms only to us and the banks', () => {
  const policy = pagePolicy({ scripts: ["'sha256-a'"], styles: [] }, ['https://bank.example'], ['wss://savari.example'])
  expect(policy).not.toMatch(/unsafe/)
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining([
      "script-src 'self' 'sha256-a'",
      "style-src 'self'",
      "connect-src 'self' wss://savari.example",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self' https://bank.example",
    ]),
  )
})

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashScripts, pagePolicy } from '#app/web/edge/csp.ts'

const MARK = 'bWFyaw'
const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

test('a script that carries the mark is allowed by its hash, and the mark leaves the page', () => {
  const { html, scripts } = hashScripts(`<p>a</p><script nonce="${MARK}">let a = 1</script>`, MARK)
  expect(scripts).toEqual([hashOf('let a = 1')])
  expect(html).toBe('<p>a</p><script>let a = 1</script>')
})

test('a script without the mark, or with a guessed one, gets no hash', () => {
  const injected =
    '<script>steal()</script><SCRIPT nonce="guess">steal()</SCRIPT><script type="module">steal()</script>'
  expect(hashScripts(`${injected}<script nonce="${MARK}">ours()</script>`, MARK).scripts).toEqual([hashOf('ours()')])
})

test('a script that is a file needs no hash, and styles are counted apart', () => {
  const page = `<script nonce="${MARK}" src="/a.js"></script><style nonce="${MARK}">a{}</style>`
  const { scripts, styles } = hashScripts(page, MARK)
  expect(scripts).toEqual([])
  expect(styles).toEqual([hashOf('a{}')])
})

test('the policy allows nothing inline, no plug-ins, no foreign base or frame, and forms only to us and the banks', () => {
  const policy = pagePolicy({ scripts: ["'sha256-a'"], styles: [] }, ['https://bank.example'])
  expect(policy).not.toMatch(/unsafe/)
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining([
      "script-src 'self' 'sha256-a'",
      "style-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self' https://bank.example",
    ]),
  )
})

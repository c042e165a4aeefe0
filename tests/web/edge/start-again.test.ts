import { spawn } from 'node:child_process'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../../support/server/process/free-port.ts'

const started: ReturnType<typeof spawn>[] = []
afterEach(() => {
  for (const child of started) child.kill('SIGKILL')
})

/** The script that restarts a crashing site, with shorter pauses. */
async function startDying() {
  const port = await freePort()
  const steps = new URL('../../../scripts/steps.mjs', import.meta.url).href
  const watch = `import { runAgainWhenItDies } from ${JSON.stringify(steps)}
    runAgainWhenItDies(process.execPath, ['-e', 'process.exit(7)'], {}, { firstMs: 1, longestMs: 200 })`
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1' }
  const child = spawn(process.execPath, ['--input-type=module', '-e', watch], { env })
  started.push(child)
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  const deaths = () =>
    output
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as { event: string; deaths: number; inMs: number })
  return { child, deaths, address: `http://127.0.0.1:${port}` }
}

test('a site that keeps crashing is restarted without end, with its longest pause, and its port says why', async () => {
  const { child, deaths, address } = await startDying()
  await expect.poll(() => deaths().length, { timeout: 14_000 }).toBeGreaterThan(12)
  expect(deaths().map(({ event }) => event)).not.toContain('died, given up')
  expect(
    deaths()
      .slice(8)
      .map(({ inMs }) => inMs),
  ).toEqual(
    deaths()
      .slice(8)
      .map(() => 200),
  )
  const answer = async (path: string) => {
    const response = await fetch(address + path).catch(() => undefined)
    return response && { status: response.status, text: await response.text() }
  }
  await expect
    .poll(() => answer('/readyz'), { timeout: 5000 })
    .toEqual({ status: 503, text: expect.stringMatching(/^not ready: died 1\d times .*exit code 7\n$/) })
  await expect.poll(async () => (await answer('/en'))?.status, { timeout: 5000 }).toBe(503)
  expect(child.exitCode).toBeNull()
})

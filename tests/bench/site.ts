import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../support/server/process/free-port.ts'

/** A running server to be measured. */
export type Served = { origin: string; pid: number; stop: () => Promise<void> }

const START_LIMIT_MS = 60_000
/** Linux counts CPU time in ticks of a hundredth of a second. */
const TICK_MS = 10

/** Starts the built site with a data folder of its own. */
export async function serveSite(): Promise<Served> {
  const dataDir = mkdtempSync(join(tmpdir(), 'savari-bench-'))
  const [port, bankPort] = [await freePort(), await freePort()]
  const env = {
    ...process.env,
    MODE: 'demonstration',
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    PORT: String(port),
    BANK_PORT: String(bankPort),
    ORIGIN: `http://localhost:${port}`,
  }
  const child = spawn(process.execPath, ['app/server.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const origin = `http://localhost:${port}`
  await waitUntilReady(`${origin}/readyz`)
  return {
    origin,
    pid: child.pid ?? 0,
    stop: async () => {
      await end(child)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts a server that answers every request with the same bytes: the cost of HTTP itself on this machine. */
export function serveBytes(bytes: number): Promise<Served> {
  return serveProgram(`const body = Buffer.alloc(${bytes}, 'x'); const answer = () => body`)
}

/**
 * Starts a server that renders a list of plain cards by React for every request, until the page is as long: React's cost without data,
 * routes, style or compression.
 */
export function serveBareRender(bytes: number): Promise<Served> {
  return serveProgram(`
    const { createElement: h } = require('react')
    const { renderToString } = require('react-dom/server')
    const card = (index) => h('li', { key: index, className: 'card', id: 'card-' + index },
      h('a', { href: '/book/car/' + index, className: 'card-link' }, h('h2', null, 'Car ' + index)),
      h('ul', { className: 'spec' }, ['Automatic', '5 seats', 'Petrol'].map((text) => h('li', { key: text, className: 'of' }, text))),
      h('form', { method: 'post', action: '/favourites' }, h('button', { name: 'ad', value: index }, 'Keep')),
      h('p', { className: 'price' }, h('b', null, index + '00 €'), ' a day'))
    const page = (cards) => h('html', { lang: 'en' }, h('body', null, h('ul', null, Array.from({ length: cards }, (_, index) => card(index)))))
    const each = renderToString(page(100)).length / 100
    const answer = () => Buffer.from(renderToString(page(Math.ceil(${bytes} / each))))`)
}

/** @param program defines `answer`, which returns the bytes of an answer */
async function serveProgram(program: string): Promise<Served> {
  const port = await freePort()
  const server = `require('node:http').createServer((_, res) => { const bytes = answer(); res.writeHead(200, { 'content-type': 'text/html', 'content-length': bytes.length }); res.end(bytes) }).listen(${port}, 'localhost')`
  const env = { ...process.env, NODE_ENV: 'production' }
  const child = spawn(process.execPath, ['-e', `${program}; ${server}`], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const origin = `http://localhost:${port}`
  await waitUntilReady(origin)
  return { origin, pid: child.pid ?? 0, stop: () => end(child) }
}

/** CPU time that a process has used so far, in milliseconds, of user and system together. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

async function waitUntilReady(url: string) {
  for (const until = Date.now() + START_LIMIT_MS; Date.now() < until; await sleep(100)) {
    const ok = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ok) return
  }
  throw new Error(`${url} does not answer.`)
}

async function end(child: ChildProcess) {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}

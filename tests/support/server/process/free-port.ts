import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ephemeral ports: an outgoing connection could take one of those before the test's process does. */
const PORTS = { from: 20_000, to: 32_000 }
const MOST_TRIES = 20

/** A port that nobody uses at this moment, on all addresses. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const port = randomInt(PORTS.from, PORTS.to)
    if (await isFree(port)) return port
  }
  throw new Error('no port is free')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}

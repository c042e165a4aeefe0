import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, measured, type Row } from '../bench/table.ts'
import { until } from '../support/server/cluster/program.ts'
import { rawRequest } from '../support/server/process/raw-request.ts'
import { startMachine } from './machine.ts'

/** Little more than it needs without visitors. */
const OPEN_FILES = 160
const CONNECTIONS = 400
const HELD_MS = 5000
/** Source: quality.md, "Dependable". */
const BACK_WITHIN_MS = 5000

/** Opens more connections than the process may have files, and looks whether it serves again once they are closed. */
export async function measureOpenFiles(): Promise<Row[]> {
  const machine = await startMachine({ openFiles: OPEN_FILES, settings: { CONNECTIONS_PER_ADDRESS: '100000' } })
  const port = Number(new URL(machine.origin).port)
  const sockets: Socket[] = []
  try {
    // Keeps a connection that was there before.
    await rawRequest(machine.origin, '/healthz')
    for (let n = 0; n < CONNECTIONS; n++) sockets.push(connect(port, '127.0.0.1').on('error', () => {}))
    await sleep(HELD_MS)
    const open = sockets.filter(({ readyState }) => readyState === 'open').length
    const during = await Promise.race([
      rawRequest(machine.origin, '/healthz').then(
        ({ status }) => status,
        () => 0,
      ),
      sleep(HELD_MS, 0),
    ])
    for (const socket of sockets) socket.destroy()
    const closed = performance.now()
    const page = async () => (await fetch(`${machine.origin}/en/rent/car?city=kish`)).status === 200
    await until(page, { everyMs: 20, describe: machine.output })
    return [
      measured('files that it may open', OPEN_FILES, ''),
      measured('connections opened', CONNECTIONS, ''),
      measured('of them still open after 5 s', open, ''),
      measured('status of a visitor who was connected before', during, ''),
      atMost('a page is answered after they are closed', performance.now() - closed, BACK_WITHIN_MS, 'ms'),
    ]
  } finally {
    for (const socket of sockets) socket.destroy()
    await machine.stop()
  }
}

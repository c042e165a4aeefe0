import { connect } from 'node:net'
import { startRelay } from './relay.ts'

/** A proxy that keeps its address while the server behind it is replaced, and whose connections a test can cut, or make silent. */
export async function droppingProxy(portOf: () => number) {
  let kept: (() => void)[] | undefined
  const take = (_piece: Buffer, pass: () => void) => {
    if (kept) kept.push(pass)
    else pass()
  }
  const { port, drop, close } = await startRelay(
    () => connect(portOf(), '127.0.0.1'),
    () => ({ fromClient: take, fromServer: take }),
  )
  return {
    origin: `http://127.0.0.1:${port}`,
    /** Passes nothing on, as a server or a network that hangs; the result lets everything go on. */
    silence: () => {
      kept = []
      return () => {
        const all = kept ?? []
        kept = undefined
        for (const pass of all) pass()
      }
    },
    drop,
    close,
  }
}

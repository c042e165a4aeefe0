import { connect, createServer, type Socket } from 'node:net'

/** A proxy that keeps its address while the server behind it is replaced, and whose connections a test can cut, or make silent. */
export async function droppingProxy(portOf: () => number) {
  const open = new Set<Socket>()
  let kept: (() => void)[] | undefined
  const server = createServer((client) => {
    const behind = connect(portOf(), '127.0.0.1')
    for (const [one, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      open.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.on('data', (piece) => {
        if (kept) kept.push(() => other.write(piece))
        else other.write(piece)
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
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
    drop: () => {
      for (const socket of open) socket.destroy()
    },
    close: () => {
      for (const socket of open) socket.destroy()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

import { connect, createServer, type Socket } from 'node:net'

/** A proxy that keeps its address while the server behind it is replaced, and whose connections a test can cut. */
export async function droppingProxy(portOf: () => number) {
  const open = new Set<Socket>()
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
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    origin: `http://127.0.0.1:${port}`,
    drop: () => {
      for (const socket of open) socket.destroy()
    },
    close: () => {
      for (const socket of open) socket.destroy()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

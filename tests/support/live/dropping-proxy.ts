import { connect, createServer, type Socket } from 'node:net'

/** An address that stays while the server behind it changes, and whose connections can be cut at any moment. */
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

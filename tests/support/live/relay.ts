import { createServer, type Socket } from 'node:net'

/** What becomes of a piece that one side has sent: `pass` hands it on to the other. */
export type Passing = {
  fromClient: (piece: Buffer, pass: () => void) => void
  fromServer: (piece: Buffer, pass: () => void) => void
}

/**
 * Listens at a port of this machine, and connects whoever comes with a server, by `connectToServer`. When one side closes, so does the
 * other. `passing` is asked for each connection.
 */
export async function startRelay(connectToServer: () => Socket, passing: (client: Socket) => Passing) {
  const open = new Set<Socket>()
  const listener = createServer((client) => {
    const server = connectToServer()
    const { fromClient, fromServer } = passing(client)
    for (const [one, other, take] of [
      [client, server, fromClient],
      [server, client, fromServer],
    ] as const) {
      open.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.on('data', (piece) => take(piece, () => other.write(piece)))
    }
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const drop = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (listener.address() as { port: number }).port,
    drop,
    close: () => {
      drop()
      return new Promise((resolve) => listener.close(resolve))
    },
  }
}

import type { AddressInfo, Server } from 'node:net'

/** Makes a server listen on this machine, on any free port; returns the port. */
export async function listenHere(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}

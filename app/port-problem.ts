import { createServer } from 'node:net'
import type { Config } from './config.ts'

/**
 * One sentence about why one of our ports cannot be used, which names the setting to change; undefined for any other
 * error.
 * @param error what listening on it threw
 */
export function portProblem(error: unknown, { port, gateways }: Pick<Config, 'port' | 'gateways'>): string | undefined {
  const { code, port: wanted } = (error ?? {}) as { code?: string; port?: number }
  const setting = wanted === gateways.bankPort && wanted !== port ? 'BANK_PORT' : 'PORT'
  if (code === 'EADDRINUSE') return `Port ${wanted} is in use: set ${setting} to another one.`
  if (code === 'EACCES') return `Port ${wanted} is not allowed to this user: set ${setting} to another one.`
  if (code === 'EADDRNOTAVAIL') {
    return `The address to listen on is not one of this machine: change ${setting === 'PORT' ? 'HOST' : 'BANK_HOST'}.`
  }
  return undefined
}

/** The error that listening on a port would throw now; undefined if the port is free. */
export function whyNotFree(port: number, host: string | undefined): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', resolve)
    probe.listen(port, host, () => probe.close(() => resolve(undefined)))
  })
}

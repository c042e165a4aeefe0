import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { HERE, type Machine } from './machine.ts'
import { programAt } from './program.ts'

/** Which packets of a machine a cut drops: those that it sends to the others, those that they send to it, or both. */
export type LostPackets = 'both' | 'sent' | 'received'
type Cut = (name: string, others: readonly string[], lost?: LostPackets) => () => void

export type Network = {
  /** The machine of a name. */
  machine: (name: string) => Machine
  /** Where the machines reach this process. */
  here: string
  /** All addresses, as PostgreSQL's pg_hba.conf has them. */
  range: string
  /**
   * Drops packets between a machine and others without a word, as a switch that fails does, or half of a cable; the result lets them pass
   * again. This process goes on reaching all. Undefined where all programs share one address.
   */
  cut?: Cut
  remove: () => void
}

/** All programs at one address. */
export const ONE_MACHINE: Network = {
  machine: () => HERE,
  here: HERE.address,
  range: `${HERE.address}/32`,
  remove: () => {},
}

const NAMESPACES = '/run/netns'
const PREFIX = 'savari'

/**
 * Gives machines a network: one namespace for each, whose only way to the others leads through a further one, the switch. Throws where this
 * system does not let us (it takes root and Linux).
 */
export function startNetwork(names: readonly string[]): Network {
  removeLeft()
  const own = `${PREFIX}-${process.pid}`
  const [theSwitch, subnet] = [`${own}-switch`, `198.18.${process.pid % 256}`]
  const gateway = `${subnet}.1`
  const here = `${subnet}.2`
  const machines = new Map<string, Machine>(
    names.map((name, n) => [name, { name, namespace: `${own}-${name}`, address: `${subnet}.${n + 3}` }]),
  )
  process.once('exit', remove)
  try {
    ip('netns', 'add', theSwitch)
    ip('netns', 'exec', theSwitch, 'sysctl', '-qw', 'net.ipv4.ip_forward=1')
    // A packet passes also where the way back is cut.
    for (const name of ['all', 'default'])
      ip('netns', 'exec', theSwitch, 'sysctl', '-qw', `net.ipv4.conf.${name}.rp_filter=0`)
    connect({ address: here, link: `sv${process.pid}`, via: [`${subnet}.0/24`] })
    for (const [n, machine] of [...machines.values()].entries()) {
      ip('netns', 'add', machine.namespace ?? '')
      ip('-n', machine.namespace ?? '', 'link', 'set', 'lo', 'up')
      connect({ ...machine, link: `m${n}`, via: ['default'] })
    }
  } catch (error) {
    remove()
    throw error
  }
  return { machine, here, range: `${subnet}.0/24`, cut, remove }

  function machine(name: string): Machine {
    const found = machines.get(name)
    if (!found) throw new Error(`the network has no machine ${name}`)
    return found
  }

  /** Connects a namespace, or this system, with the switch. */
  function connect({ namespace, address, link, via }: Omit<Machine, 'name'> & { link: string; via: string[] }) {
    const there = namespace ? ['-n', namespace] : []
    ip(...there, 'link', 'add', link, 'type', 'veth', 'peer', 'name', link, 'netns', theSwitch)
    ip(...there, 'address', 'add', `${address}/32`, 'dev', link)
    ip(...there, 'link', 'set', link, 'up')
    ip('-n', theSwitch, 'address', 'add', `${gateway}/32`, 'dev', link)
    ip('-n', theSwitch, 'link', 'set', link, 'up')
    ip('-n', theSwitch, 'route', 'add', `${address}/32`, 'dev', link)
    ip(...there, 'route', 'add', gateway, 'dev', link)
    for (const target of via) ip(...there, 'route', 'add', target, 'via', gateway, 'src', address)
  }

  function cut(name: string, others: readonly string[], lost: LostPackets = 'both'): () => void {
    const one = machine(name).address
    const addresses = others.map((other) => machine(other).address)
    const sent = addresses.map((other) => ({ from: one, to: other }))
    const received = addresses.map((other) => ({ from: other, to: one }))
    const dropped = { both: [...sent, ...received], sent, received }[lost]
    const change = (action: 'add' | 'del') => {
      for (const { from, to } of dropped)
        ip('-n', theSwitch, 'rule', action, 'from', from, 'to', to, 'type', 'blackhole')
    }
    change('add')
    return () => change('del')
  }

  function remove() {
    process.off('exit', remove)
    for (const name of namespaces().filter((each) => each.startsWith(`${own}-`))) ip('netns', 'del', name)
  }
}

/** Removes the namespaces of runs that were killed. */
function removeLeft() {
  for (const name of namespaces()) {
    const owner = new RegExp(`^${PREFIX}-(\\d+)-`).exec(name)?.[1]
    if (owner && !isRunning(Number(owner))) ip('netns', 'del', name)
  }
}

function namespaces(): string[] {
  try {
    return readdirSync(NAMESPACES)
  } catch {
    // There has never been one.
    return []
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function ip(...args: string[]) {
  execFileSync(ipProgram(), args, { stdio: ['ignore', 'ignore', 'pipe'] })
}

function ipProgram(): string {
  return programAt('ip') ?? 'ip'
}

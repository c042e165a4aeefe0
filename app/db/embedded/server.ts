import fs from 'node:fs'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { linesOf } from './alive.ts'
import type { Programs } from './programs.ts'

const SETTINGS: Record<string, string> = {
  shared_buffers: '64MB',
  max_connections: '60',
  max_parallel_workers_per_gather: '0',
  max_worker_processes: '3',
  autovacuum_worker_slots: '3',
  io_method: 'sync',
  jit: 'off',
  min_wal_size: '8MB',
  max_wal_size: '256MB',
  wal_compression: 'pglz',
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgres-%a.log',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_truncate_on_rotation: 'on',
  log_checkpoints: 'off',
  listen_addresses: '',
  unix_socket_permissions: '0700',
}

/** A shell script that runs the server and stops it (SIGINT: fast shutdown) as soon as the pipe from Node (fd 3) closes for any reason. */
const GUARD = `trap '' INT TERM HUP; "$0" "$@" 3<&- & p=$!; { read x <&3; kill -INT $p; } 2>/dev/null & wait $p`

/** One run of the server. `stop` requests a fast shutdown, `ended` resolves when all its processes have ended. */
export type Server = { isRunning(): boolean; ended: Promise<void>; stop(): void; complaint(): string; settled(): void }

type Start = {
  dataDir: string
  cluster: string
  socket: string
  bin: string
  programs: Programs
  settings: Record<string, string>
}

/**
 * Starts the server detached, so that Ctrl-C in a terminal reaches only Node, under a guard that stops it when Node
 * dies. `complaint` is its output while starting; `settled` deletes the file of that output once the server answers.
 */
export function startServer({ dataDir, cluster, socket, bin, programs, settings }: Start): Server {
  const all = { ...SETTINGS, ...settings, unix_socket_directories: `"${socket.replaceAll('"', '""')}"` }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const words = path.join(dataDir, `start-${process.pid}.log`)

  const out = fs.openSync(words, 'w')
  const child = programs.start('sh', ['-c', GUARD, path.join(bin, 'postgres'), '-D', cluster, ...options], {
    detached: true,
    stdio: ['ignore', out, out, 'pipe'],
  })
  fs.closeSync(out)

  let running = true
  const pipe = child.stdio[3] as Writable
  pipe.on('error', () => {})
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      running = false
      pipe.destroy()
      resolve()
    }
    child.on('error', end).on('exit', end)
  })

  return {
    isRunning: () => running,
    ended,
    stop: () => pipe.end(),
    complaint: () => linesOf(words).join('\n'),
    settled: () => fs.rmSync(words, { force: true }),
  }
}

/** Why a start failed: the server's own output, or the end of its newest log file. */
export function whyNotStarted(dataDir: string, cluster: string, complaint: string): string {
  const why = fatalLines(complaint) ?? fatalLines(linesOf(newestLog(cluster)).slice(-20).join('\n'))
  const { bavail, bsize } = fs.statfsSync(dataDir)
  const free = Math.round((bavail * bsize) / 2 ** 20)
  return `PostgreSQL did not start: ${why ?? `see ${cluster}/log`} (${free} MB free on that disk)`
}

function fatalLines(text: string): string | undefined {
  const found = text.match(/^.*(FATAL|PANIC|could not|No space).*$/gm)
  return found?.slice(-2).join('\n')
}

function newestLog(cluster: string): string {
  const folder = path.join(cluster, 'log')
  if (!fs.existsSync(folder)) return ''
  const files = fs.readdirSync(folder).map((name) => path.join(folder, name))
  return files.sort((a, b) => fs.statSync(b).mtimeMs - fs.statSync(a).mtimeMs)[0] ?? ''
}

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import path from 'node:path'
import type { Binaries } from './binaries.ts'
import type { Identity } from './identity.ts'

/** Starts programs as the chosen user with a minimal environment; `run` resolves when one of PostgreSQL's programs has ended. */
export type Programs = {
  start(command: string, args: string[], options?: SpawnOptions): ChildProcess
  run(program: string, args: string[], input?: string): Promise<void>
}

/** The programs of `binaries`, run as the user of `identity`. `run` throws with the program's own error lines. */
export function programsOf({ bin, libraryPath }: Binaries, identity: Identity): Programs {
  const environment = {
    PATH: process.env.PATH,
    TZ: 'UTC',
    LC_MESSAGES: 'C',
    ...(libraryPath && { LD_LIBRARY_PATH: libraryPath }),
  }

  function start(command: string, args: string[], options: SpawnOptions = {}) {
    const [first = command, ...rest] = [...identity.prefix, command, ...args]
    return spawn(first, rest, { ...identity.options, cwd: '/', env: environment, ...options })
  }

  function run(program: string, args: string[], input = '') {
    return new Promise<void>((resolve, reject) => {
      const child = start(path.join(bin, program), args)
      let said = ''
      const listen = (chunk: Buffer) => {
        said += chunk
      }
      child.stdout?.on('data', listen)
      child.stderr?.on('data', listen)
      child.stdin?.on('error', () => {}).end(input)
      child.on('error', reject)
      child.on('close', (status) => {
        // postgres --single ends with 0 even when a statement failed
        if (status === 0 && !/ERROR:|FATAL:/.test(said)) return resolve()
        reject(new Error(`${program} failed (${status}): ${troubleIn(said) || said.slice(-300)}`))
      })
    })
  }

  return { start, run }
}

/** The first error lines of a program's output. */
function troubleIn(output: string): string {
  return (output.match(/^.*(FATAL|PANIC|ERROR|error|could not).*$/gm) ?? []).slice(0, 3).join('\n')
}

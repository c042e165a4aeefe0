import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { codeOf } from '#app/db/connection/error-code.ts'
import { disarmPidFile, isAlive, serverPid } from './alive.ts'
import { findBinaries } from './binaries.ts'
import { APP_DATABASE, APP_ROLE, createCluster, SUPERUSER } from './create.ts'
import { chooseIdentity } from './identity.ts'
import { clusterFolder, prepareDataDir, socketFolder } from './place.ts'
import { programsOf } from './programs.ts'
import { type Server, startServer, whyNotStarted } from './server.ts'

/**
 * A running embedded PostgreSQL. `url` connects as the plain role that owns the site's database; `superuserUrl` is
 * for backups and for tests that clone databases. `stop` stops the server only if this process started it.
 */
export type Embedded = {
  url(database?: string): string
  superuserUrl(database?: string): string
  isOwner(): boolean
  stop(): Promise<void>
}

type Options = { dataDir: string; settings?: Record<string, string>; log: (line: string) => void }

let opened = 0

const PAUSE_MS = 25
const STARTING_UP_OR_SHUTTING_DOWN = '57P03'
const INVISIBLE_SERVER_PAUSES = 200

/**
 * Starts the PostgreSQL of `dataDir`, or joins the one that another process of this program runs there, and restarts it
 * when it ends. The first start creates the cluster. `settings` are postgresql.conf values on top of ours.
 * Throws an error of one line when it cannot run here. Source: *ours* (one socket, no TCP port, never as root).
 */
export async function openEmbedded({ dataDir: wanted, settings = {}, log }: Options): Promise<Embedded> {
  const dataDir = prepareDataDir(wanted)
  const cluster = clusterFolder(dataDir)
  const binaries = findBinaries(dataDir)
  const identity = chooseIdentity(dataDir, cluster, binaries.bin)
  const programs = programsOf(binaries, identity)
  const socket = socketFolder(cluster, identity)
  const sync = settings.fsync !== 'off'

  const me = `savari/${process.pid}/${++opened}`
  let server: Server | undefined
  let hasAnswered = false
  let watch: pg.Client | undefined
  let isOwner = false
  let stopping = false

  /** Returns when a server answers that this process or another living one of this program started. */
  async function bringUp() {
    let invisible = 0
    for (let pause = 1; !stopping; pause++, await sleep(PAUSE_MS)) {
      if (pause % 400 === 0) log(`still waiting for PostgreSQL in ${cluster}`)
      const answer = await connect(socket)
      if (answer instanceof pg.Client) {
        if (await watchIfLiving(answer)) return
        await answer.end().catch(() => {})
        if (!stopOrphan() && ++invisible > INVISIBLE_SERVER_PAUSES) throw inUseElsewhere(cluster)
      } else if (!server?.isRunning() && codeOf(answer) !== STARTING_UP_OR_SHUTTING_DOWN && !serverPid(cluster)) {
        await startOurOwn()
      }
    }
  }

  /** Whether the server may be used: `cluster_name` holds the id of the process that started it, and the server of a dead process is stopping or must be stopped. */
  async function watchIfLiving(client: pg.Client): Promise<boolean> {
    const shown = await client.query<{ cluster_name: string }>('show cluster_name').catch(() => undefined)
    const starter = shown?.rows[0]?.cluster_name ?? ''
    const pid = Number(starter.split('/')[1])
    if (starter !== me && !isAlive(pid)) return false

    watch = client
    isOwner = starter === me
    hasAnswered = isOwner
    server?.settled()
    // Our own server lost the race: forget it, or its failure would be taken for that of the next one.
    if (!isOwner) server = undefined
    log(isOwner ? 'PostgreSQL started' : `joined the PostgreSQL of process ${pid}`)
    return true
  }

  function stopOrphan(): boolean {
    const pid = serverPid(cluster)
    if (!pid) return false
    try {
      process.kill(pid, 'SIGINT')
    } catch (error) {
      if (codeOf(error) !== 'ESRCH') throw error
    }
    return true
  }

  async function startOurOwn() {
    if (server && !hasAnswered) {
      const complaint = server.complaint()
      server = undefined
      const lostTheRace = /lock file "[^"]+" already exists/.test(complaint)
      if (!lostTheRace) throw new Error(whyNotStarted(dataDir, cluster, complaint))
      return
    }
    if (!fs.existsSync(cluster)) await createCluster({ dataDir, cluster, identity, programs, sync })
    if (stopping) return
    disarmPidFile(cluster)
    hasAnswered = false
    const named = { ...settings, cluster_name: me }
    server = startServer({ dataDir, cluster, socket, bin: binaries.bin, programs, settings: named })
  }

  function keepUp() {
    watch?.once('end', async () => {
      if (!stopping) log('PostgreSQL went away, bringing it back')
      for (let wait = 100; !stopping; wait = Math.min(wait * 2, 10_000)) {
        try {
          await bringUp()
          return keepUp()
        } catch (error) {
          log(error instanceof Error ? error.message : String(error))
          await sleep(wait)
        }
      }
    })
  }

  const address = (role: string, database: string) =>
    `postgresql://${role}@/${encodeURIComponent(database)}?host=${encodeURIComponent(socket)}`

  await bringUp()
  keepUp()
  return {
    url: (database = APP_DATABASE) => address(APP_ROLE, database),
    superuserUrl: (database = SUPERUSER) => address(SUPERUSER, database),
    isOwner: () => isOwner,
    async stop() {
      stopping = true
      await watch?.end().catch(() => {})
      server?.stop()
      await server?.ended
    },
  }
}

async function connect(host: string): Promise<pg.Client | unknown> {
  const client = new pg.Client({ host, user: SUPERUSER, database: SUPERUSER, application_name: 'keeper' })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    return error
  }
}

function inUseElsewhere(cluster: string): Error {
  return new Error(`${cluster} is in use by a server of another container or machine. Stop that one first.`)
}

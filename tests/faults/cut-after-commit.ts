import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Embedded, openEmbedded } from '#app/db/embedded/open.ts'
import { atLeast, measured, type Row } from '../bench/table.ts'
import { startRelay } from '../support/live/relay.ts'
import { until } from '../support/server/cluster/program.ts'
import { underWork } from './work.ts'

/** How a transaction is ended: a simple query of PostgreSQL's protocol (type, length, text). */
const COMMIT = Buffer.from('Q\0\0\0\x0bcommit\0')
/** One of so many; more would leave nothing but answers that got lost. */
const CUT_ONE_OF = 8

type Cut = { count: number; isOn: boolean }

/**
 * Cuts the connection between site and database at moments at which the database has committed and its answer has not arrived: the site cannot
 * know what became of the transaction, and neither can the customer, who sends the request again with the same key.
 */
export async function measureCutAfterCommit({ seconds, least }: { seconds: number; least: number }): Promise<Row[]> {
  let embedded: Embedded | undefined
  const cut: Cut = { count: 0, isOn: false }
  const proxy = await cuttingProxy(() => socketOf(embedded?.url() ?? ''), cut)
  try {
    return await underWork(
      async ({ machine, workload }) => {
        cut.isOn = true
        await sleep(1000 * seconds)
        await until(() => cut.count >= least, { withinMs: 60_000, describe: machine.output })
        cut.isOn = false
        const back = workload.written.length
        await until(() => workload.written.length > back + 2, { describe: machine.output })
        return [
          measured('commits whose answer was lost, one of', CUT_ONE_OF, ''),
          atLeast('answers to commits that were cut off', cut.count, least, ''),
        ]
      },
      {
        async prepare(dataDir) {
          embedded = await openEmbedded({ dataDir, log: () => {} })
          const { username, pathname } = new URL(embedded.url().replace('@/', '@localhost/'))
          return { DATABASE_URL: `postgres://${username}@127.0.0.1:${proxy.port}${pathname}` }
        },
      },
    )
  } finally {
    await embedded?.stop()
    await proxy.close()
  }
}

function socketOf(url: string): string {
  return `${new URL(url.replace('@/', '@localhost/')).searchParams.get('host')}/.s.PGSQL.5432`
}

async function cuttingProxy(target: () => string, cut: Cut) {
  let commits = 0
  return startRelay(
    () => connect(target()),
    (site) => {
      let isCommitting = false
      return {
        fromClient(piece, pass) {
          if (cut.isOn && piece.subarray(-COMMIT.length).equals(COMMIT) && ++commits % CUT_ONE_OF === 0)
            isCommitting = true
          pass()
        },
        fromServer(_piece, pass) {
          if (!isCommitting) return pass()
          // The database has answered: what was to be written is written.
          cut.count++
          site.destroy()
        },
      }
    },
  )
}

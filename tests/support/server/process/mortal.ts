import type { Kysely, KyselyPlugin } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'

export type Mortal = {
  /** The database as a process sees it that can die. */
  db: Kysely<DB>
  /** Lets the process die before its nth statement from now on; every later one fails too, as the process is no more. */
  dieAt: (statement: number) => void
  /** A new process. Returns whether the former one had died. */
  revive: () => boolean
}

const DEATH = 'the process died'

export const isDeath = (error: unknown) => error instanceof Error && error.message === DEATH

/** A process that dies at a statement of the test's choice: its open transaction is rolled back, what was committed stays. */
export function mortal(db: Kysely<DB>): Mortal {
  let left = Number.POSITIVE_INFINITY
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      left -= 1
      if (left <= 0) throw new Error(DEATH)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return {
    db: db.withPlugin(plugin),
    dieAt(statement) {
      left = statement
    },
    revive() {
      const isDead = left <= 0
      left = Number.POSITIVE_INFINITY
      return isDead
    },
  }
}

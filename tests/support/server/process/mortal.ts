import type { Kysely, KyselyPlugin } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'

export type Mortal = {
  /** The database as the process sees it. */
  db: Kysely<DB>
  /** The process dies before its nth statement from now on; every later statement fails, too. */
  dieAt: (statement: number) => void
  /** Starts a new process. Returns whether the former one had died. */
  revive: () => boolean
}

const DEATH = 'the process died'

export const isDeath = (error: unknown) => error instanceof Error && error.message === DEATH

/** Simulates a process that dies at a statement of the test's choice: its open transaction is rolled back, committed ones stay. */
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

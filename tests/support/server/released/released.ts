import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { migrations } from '#app/db/migrations/index.ts'

/** The release that runs while the next one is deployed. */
const released: { commit: string; lastMigration: string } = JSON.parse(readFileSync('deploy/released.json', 'utf8'))

/** The steps that the release had. */
export const releasedMigrations = Object.fromEntries(
  Object.entries(migrations).filter(([name]) => name <= released.lastMigration),
)

/** Whether this copy of the project has the release's sources in its history; an archive or a shallow clone has not. */
export const hasReleased = git('cat-file', '-e', `${released.commit}^{commit}`).status === 0

/** The files of the release's application that name a word. */
export function releasedFilesWith(word: string): string[] {
  const where = ['app', ':!app/db/migrations', ':!app/db/connection/schema.ts']
  const { stdout } = git('grep', '--files-with-matches', '--word-regexp', word, released.commit, '--', ...where)
  return stdout.split('\n').filter(Boolean)
}

/**
 * The sources of the release in a folder of their own, with the packages of this version, and what serves them.
 * @returns the folder, and what removes it
 */
export function checkOutReleased(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'savari-released-'))
  const added = git('worktree', 'add', '--detach', '--force', folder, released.commit)
  if (added.status !== 0) throw new Error(added.stderr)
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  cpSync(join(import.meta.dirname, 'serve-api.ts'), join(folder, 'serve-api.ts'))
  const remove = () => {
    rmSync(folder, { recursive: true, force: true })
    git('worktree', 'prune')
  }
  return { folder, remove }
}

function git(...options: string[]) {
  return spawnSync('git', options, { encoding: 'utf8' })
}

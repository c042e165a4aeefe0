import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { textBase } from '#app/i18n/text/read-messages.ts'
import { LANGUAGES } from '#app/rules/constants.ts'

/** `name-HASH.js`, as the build names files that may be kept for ever. */
const HASHED = /-([\w-]{8})\.(js|css|dict)$/
const TEXTS = ['.js', '.css', '.text']
const COPIED = ['app', 'build', 'locales', 'package.json', 'tailwind.config.ts']

/**
 * Makes a later release of the built site, in a folder of its own: the same sources, of which every script, style sheet, dictionary and file of
 * texts has another address, as after changes in all of them.
 * @returns the script that starts it, and what removes it
 */
export function makeNextRelease(): { script: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'savari-next-'))
  for (const name of COPIED) cpSync(name, join(folder, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  renameAssets(join(folder, 'build'))
  renameTexts(folder)
  return { script: join(folder, 'app', 'server.ts'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function renameAssets(build: string) {
  const assets = join(build, 'client', 'assets')
  // Twins of what changes; the server then compresses nothing.
  for (const name of readdirSync(assets)) if (/\.(br|gz)$/.test(name)) rmSync(join(assets, name))
  const names = readdirSync(assets)
  const next = new Map(names.filter((name) => HASHED.test(name)).map((name) => [name, nextName(name)]))
  const words = new RegExp([...next.keys()].map((name) => name.replaceAll('.', '\\.')).join('|'), 'g')
  const server = join(build, 'server', 'index.js')
  const version = versionOf(server)
  for (const file of [...names.map((name) => join(assets, name)), server]) {
    if (extname(file) === '.dict') appendFileSync(file, '\n')
    if (!TEXTS.includes(extname(file))) continue
    const text = readFileSync(file, 'utf8').replace(words, (name) => next.get(name) ?? name)
    writeFileSync(file, text.replaceAll(`"${version}"`, `"${reversed(version)}"`))
  }
  for (const [before, after] of next) renameSync(join(assets, before), join(assets, after))
}

/** The hash in the address of a language's texts is that of its files. */
function renameTexts(folder: string) {
  const client = join(folder, 'build', 'client')
  for (const language of LANGUAGES) {
    appendFileSync(join(folder, 'locales', language, 'common.json'), '\n')
    renameSync(join(client, textBase(language)), join(client, textBase(language, join(folder, 'locales'))))
  }
}

/** What the router compares: the hash of its manifest. */
function versionOf(serverBuild: string): string {
  const [, version] = /"version": "(\w{8})"/.exec(readFileSync(serverBuild, 'utf8')) ?? []
  if (!version) throw new Error('the build has no version')
  return version
}

function nextName(name: string): string {
  return name.replace(HASHED, (_, hash: string, type: string) => `-${reversed(hash)}.${type}`)
}

const reversed = (text: string) => [...text].reverse().join('')

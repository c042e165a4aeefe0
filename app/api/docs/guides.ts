import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The guides in the order in which somebody needs them. */
export const GUIDES = [
  ...(['first-reservation', 'test-mode', 'keys', 'channel-manager', 'webhooks', 'errors'] as const),
  ...(['idempotency', 'limits', 'versions', 'browsers'] as const),
] as const
export type GuideName = (typeof GUIDES)[number]

/** A guide as it is written. */
export interface Guide {
  name: GuideName
  title: string
  description: string
  /** Markdown, from its first paragraph on. */
  text: string
}

/** The folder of the guides, beside `package.json`. Source: docs/decisions/content-is-files.md. */
const FOLDER = 'content/developers'
const FRONT_MATTER = /^---\ntitle: (.+)\ndescription: (.+)\n---\n+/

let read: Promise<Guide[]> | undefined

/** All guides, each read once. Throws an Error for a file without title and description. */
export function readGuides(): Promise<Guide[]> {
  read ??= Promise.all(GUIDES.map(readGuide))
  read.catch(() => {
    read = undefined
  })
  return read
}

async function readGuide(name: GuideName): Promise<Guide> {
  const file = await readFile(join(FOLDER, `${name}.md`), 'utf8')
  const found = FRONT_MATTER.exec(file)
  if (!found) throw new Error(`${FOLDER}/${name}.md does not begin with title and description`)
  const [whole, title = '', description = ''] = found
  return { name, title, description, text: file.slice(whole.length) }
}

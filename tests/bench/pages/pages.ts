import { brotliDecompressSync } from 'node:zlib'
import { ask } from '../load.ts'
import { atMost, measured, type Row } from '../table.ts'

const HTML_BYTES = 14_600
const CSS_BYTES = 12_000
const SCRIPT_BYTES = 105_000
/** `plain-forms`, the only script of a page without React: it loses nothing that was typed when the line drops. */
const PLAIN_FORMS_BYTES = 4_000

/** Bytes on the wire (Brotli) of each page's HTML with its headers, CSS and JavaScript, compared with quality.md. */
export async function measurePages(
  origin: string,
  pages: Record<string, { path: string; script: boolean }>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, { path, script }] of Object.entries(pages)) {
    const { bytes, body } = await ask(origin + path)
    const html = brotliDecompressSync(body).toString()
    rows.push(atMost(`${name}: HTML and headers`, bytes, HTML_BYTES, 'bytes'))
    rows.push(atMost(`${name}: CSS`, await sizeOf(origin, stylesOf(html)), CSS_BYTES, 'bytes'))
    const scripts = await sizeOf(origin, scriptsOf(html))
    rows.push(atMost(`${name}: JavaScript`, scripts, script ? SCRIPT_BYTES : PLAIN_FORMS_BYTES, 'bytes'))
  }
  return rows
}

/** Bytes of HTML in each language, because texts differ in length. */
export async function measureLanguages(origin: string, paths: string[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const path of paths) rows.push(measured(path, (await ask(origin + path)).bytes, 'bytes'))
  return rows
}

function stylesOf(html: string) {
  return [...html.matchAll(/<link[^>]+rel="stylesheet"[^>]*>/g)].flatMap(
    ([tag]) => /href="([^"]+)"/.exec(tag)?.[1] ?? [],
  )
}

/** What is downloaded without any interaction: preloaded modules, script files, and imports of inline scripts. */
function scriptsOf(page: string) {
  // Without scripts that wait for an interaction.
  const html = page.replaceAll(/<script type="text\/later"[\s\S]*?<\/script>/g, '')
  const preloads = [...html.matchAll(/<link[^>]+rel="modulepreload"[^>]*>/g)].flatMap(
    ([tag]) => /href="([^"]+)"/.exec(tag)?.[1] ?? [],
  )
  const files = [...html.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, src]) => src ?? '')
  const imports = [...html.matchAll(/(?:import|from)\s*\(?\s*"(\/[^"]+\.js)"/g)].map(([, src]) => src ?? '')
  return [...preloads, ...files, ...imports]
}

async function sizeOf(origin: string, paths: string[]) {
  let sum = 0
  for (const path of new Set(paths)) sum += (await ask(new URL(path, origin).href)).body.length
  return sum
}

import { inflateSync } from 'node:zlib'

/** What a PDF holds, with its streams unpacked. */
function unpacked(pdf: Buffer): string {
  const text = pdf.toString('latin1')
  const streams = [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, stream = '']) => {
    try {
      return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
  return text + streams.join('\n')
}

/** How many pages it has. */
export const pagesOf = (pdf: Buffer): number => unpacked(pdf).match(/\/Type \/Page\b/g)?.length ?? 0

/** The glyphs that it shows, by their hexadecimal ids; 0000 is the box for a missing one. */
export function glyphsOf(pdf: Buffer): string[] {
  return [...unpacked(pdf).matchAll(/\[([^\]]*)\] TJ/g)].flatMap(([, text = '']) =>
    [...text.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, ids = '']) => ids.match(/.{4}/g) ?? []),
  )
}

import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { colours } from '../../../tailwind.config.ts'

/** A file of the brand, ready to be sent. */
export type BrandFile = { type: string; body: Uint8Array<ArrayBuffer> | string }

type BrandLook = {
  /** Tokens that differ from the design's. */
  palette: { light: Partial<typeof colours> } | undefined
  /** The style sheet of these tokens. */
  css: string | undefined
  logo: { file: string; type: string } | undefined
}

const NAME = /^\/brand\/(?:icon-(180|192|512)|maskable-(512))\.png$/
/** The share of a maskable icon that is always visible. Source: the manifest's specification, "safe zone". */
const SAFE = 0.8

/**
 * Serves the files that depend on the brand: its logo, its colours as a style sheet, and the icons that devices show, which are
 * drawn from the mark in the brand's colours or from its logo. Each is made once. Source: *ours*.
 */
export function createBrandFiles({ palette, css, logo }: BrandLook): (path: string) => Promise<BrandFile | undefined> {
  const made = new Map<string, Promise<BrandFile | undefined>>()
  const at = (token: 'brand' | 'on-brand' | 'accent' | 'canvas') => palette?.light[token] ?? colours[token]

  return (path) => {
    const known = made.get(path)
    if (known) return known
    const file = makeFile(path)
    // Unknown names are not remembered: anybody can ask for any number of them.
    if (file) made.set(path, file)
    return file ?? Promise.resolve(undefined)
  }

  function makeFile(path: string): Promise<BrandFile> | undefined {
    if (path === '/brand/style.css' && css) return Promise.resolve({ type: 'text/css; charset=utf-8', body: css })
    if (path === '/brand/logo' && logo) return readLogo(logo)
    if (path === '/brand/icon.svg') return Promise.resolve({ type: 'image/svg+xml', body: mark() })
    const [, plain, maskable] = NAME.exec(path) ?? []
    return plain || maskable ? drawIcon(Number(plain ?? maskable), maskable !== undefined) : undefined
  }

  async function readLogo({ file, type }: NonNullable<BrandLook['logo']>): Promise<BrandFile> {
    return { type, body: new Uint8Array(await readFile(file)) }
  }

  async function drawIcon(size: number, isMaskable: boolean): Promise<BrandFile> {
    const art = logo ? await readFile(logo.file) : Buffer.from(mark())
    const inner = Math.round(size * (isMaskable ? SAFE : 0.92))
    const picture = await sharp(art, { density: 1200 })
      .resize(inner, inner, { fit: 'contain', background: '#0000' })
      .png()
      .toBuffer()
    // Icons that devices crop to their own shape have a background up to the edges.
    const ground = isMaskable || size === 180 ? at('canvas') : '#0000'
    const canvas = sharp({ create: { width: size, height: size, channels: 4, background: ground } })
    const body = await canvas
      .composite([{ input: picture, gravity: 'centre' }])
      .png({ palette: true })
      .toBuffer()
    return { type: 'image/png', body: new Uint8Array(body) }
  }

  /** The mark of `ui/brand/logo.tsx` without the name. */
  function mark(): string {
    return [
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24">',
      `<circle cx="12" cy="12" r="11.5" fill="${at('brand')}"/><path fill="${at('on-brand')}" d="${STAR}"/>`,
      `<circle cx="12" cy="12" r="2.3" fill="${at('accent')}"/></svg>`,
    ].join('')
  }
}

const STAR =
  'M12 3.9L14 7.1L17.7 6.3L16.9 10L20.1 12L16.9 14L17.7 17.7L14 16.9L12 20.1L10 16.9L6.3 17.7L7.1 14L3.9 12L7.1 10L6.3 6.3L10 7.1Z'

import sharp from 'sharp'
import { LOGO_BUDGETS, LOGO_SIDES, type LogoScheme, type LogoSide, logoName } from '#app/rules/text/logo.ts'
import { darkColours } from '../../../tailwind.config.ts'
import { openPicture, orRefuse } from './photo.ts'
import type { Picture } from './pictures.ts'

/** Tried in this order until a logo is within its budget. */
const QUALITIES = [82, 65, 45, 25, 10]
/** On what a logo stands; the dark one is a card's colour in the dark. */
const SQUARES: Readonly<Record<LogoScheme, string>> = { LIGHT: '#ffffff', DARK: darkColours.surface ?? '#000000' }

/**
 * Turns an uploaded picture into a company's logo: whole, on a square of its colour scheme, without metadata, in the sizes of `LOGO_SIDES`. Throws
 * `PhotoRefused`.
 */
export async function processLogo(bytes: Uint8Array, key: string, scheme: LogoScheme): Promise<Picture[]> {
  const background = SQUARES[scheme]
  const logo = (await openPicture(bytes)).toColourspace('srgb')
  const largest = Math.max(...LOGO_SIDES)
  // Decoded once, so that a damaged picture fails here.
  const square = await orRefuse(
    logo
      .resize({ width: largest, height: largest, fit: 'contain', background })
      .flatten({ background })
      .png()
      .toBuffer(),
  )
  return Promise.all(LOGO_SIDES.map(async (side) => ({ name: logoName(key, side), bytes: await encode(square, side) })))
}

async function encode(square: Buffer, side: LogoSide): Promise<Buffer> {
  let bytes = Buffer.alloc(0)
  for (const quality of QUALITIES) {
    bytes = await sharp(square).resize(side, side).webp({ quality, effort: 4 }).toBuffer()
    if (bytes.length <= LOGO_BUDGETS[side]) break
  }
  return bytes
}

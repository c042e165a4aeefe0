import { create } from 'qrcode'

/** A voucher's address has about 60 characters; a far longer one would print too fine to be read. */
const LONGEST = 300
/** The white margin that scanners need, in modules. */
const QUIET = 4

export interface QrCode {
  /** Modules along a side, with the margin. */
  size: number
  /** An SVG path with one rectangle for each run of dark modules. */
  path: string
}

/** A text as a QR code that can be read despite a fold or a stain (level M). Throws a RangeError above 300 characters. */
export function qrCodeOf(text: string): QrCode {
  if (text.length > LONGEST) throw new RangeError(`A QR code of ${text.length} characters is too fine to print.`)
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const rows = Array.from({ length: modules.size }, (_, y) => runsOf(modules, y))
  return { size: modules.size + 2 * QUIET, path: rows.join('') }
}

function runsOf({ size, data }: { size: number; data: Uint8Array }, y: number): string {
  let path = ''
  for (let x = 0; x < size; x++) {
    if (!data[y * size + x]) continue
    const start = x
    while (x + 1 < size && data[y * size + x + 1]) x++
    path += `M${start + QUIET} ${y + QUIET}h${x - start + 1}v1h-${x - start + 1}z`
  }
  return path
}

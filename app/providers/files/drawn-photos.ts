import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { PhotoView } from '#app/rules/reservation/protocol.ts'
import type { FileStore } from './files.ts'

const WIDTH = 960
const HEIGHT = 640

/** What a photo's row says of its file. */
export type StoredPhoto = { sha256: string; bytes: number; width: number; height: number }

/**
 * Photos of the demonstration's records of hand-over: drawings of a car, each stored under its key. The same view is drawn once.
 */
export function drawnPhotos(
  files: Pick<FileStore, 'put'>,
): (key: string, view: PhotoView, isScratched: boolean) => Promise<StoredPhoto> {
  const drawn = new Map<string, Promise<Buffer>>()
  return async (key, view, isScratched) => {
    const name = `${view} ${isScratched}`
    const drawing = drawn.get(name) ?? draw(view, isScratched)
    drawn.set(name, drawing)
    const body = await drawing
    await files.put(key, body)
    const sha256 = createHash('sha256').update(body).digest('hex')
    return { sha256, bytes: body.length, width: WIDTH, height: HEIGHT }
  }
}

function draw(view: PhotoView, isScratched: boolean): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <rect width="960" height="640" fill="#cfd8dc"/><rect y="430" width="960" height="210" fill="#8d9699"/>
    <path d="M0 430h960v14H0z" fill="#b9c2c5"/>${SHAPES[view]}${isScratched ? SCRATCH : ''}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
}

const SCRATCH = '<path d="M420 386l52 10-40 8 46 6" fill="none" stroke="#8a3b2e" stroke-width="5"/>'
const WHEELS = `<g fill="#23282b"><circle cx="290" cy="452" r="66"/><circle cx="690" cy="452" r="66"/></g>
  <g fill="#aeb6b9"><circle cx="290" cy="452" r="34"/><circle cx="690" cy="452" r="34"/></g>`
const SIDE = `<path d="M120 450q-6-92 84-108l96-14q92-108 206-108 118 0 196 104l92 16q62 12 62 72v44z" fill="#eceff1"/>
  <path d="M330 322q76-72 152-72h18v74zM520 250q86 0 142 74l-142 2z" fill="#3d4a50"/>
  <path d="M508 330v104" stroke="#b6bfc3" stroke-width="4"/>${WHEELS}`
const OTHER_SIDE = `<g transform="translate(960 0) scale(-1 1)">${SIDE}</g>`
const TYRES =
  '<g fill="#23282b"><rect x="262" y="420" width="76" height="96" rx="18"/><rect x="622" y="420" width="76" height="96" rx="18"/></g>'
const BODY = `${TYRES}<path d="M240 470V352q4-44 52-56l46-96q20-38 62-38h160q42 0 62 38l46 96q48 12 52 56v118q0 20-20 20H260q-20 0-20-20z" fill="#eceff1"/>
  <path d="M352 290l34-70q10-20 34-20h120q24 0 34 20l34 70z" fill="#3d4a50"/>`

const SHAPES: Record<PhotoView, string> = {
  FRONT: `${BODY}<g fill="#fff7d6"><rect x="262" y="344" width="92" height="40" rx="18"/><rect x="606" y="344" width="92" height="40" rx="18"/></g>
    <rect x="384" y="350" width="192" height="40" rx="10" fill="#59666b"/><rect x="400" y="418" width="160" height="40" rx="6" fill="#fff"/>`,
  REAR: `${BODY}<g fill="#b3261e"><rect x="258" y="342" width="70" height="56" rx="14"/><rect x="632" y="342" width="70" height="56" rx="14"/></g>
    <rect x="400" y="352" width="160" height="40" rx="6" fill="#fff"/><rect x="300" y="440" width="360" height="18" rx="9" fill="#b6bfc3"/>`,
  FRONT_LEFT: SIDE,
  LEFT: SIDE,
  REAR_LEFT: SIDE,
  FRONT_RIGHT: OTHER_SIDE,
  RIGHT: OTHER_SIDE,
  REAR_RIGHT: OTHER_SIDE,
  INSIDE: `<rect width="960" height="640" fill="#39434a"/><path d="M0 0h960v190q-480 90-960 0z" fill="#9fb4bd"/>
    <path d="M0 300q480-90 960 0v340H0z" fill="#2a3237"/><circle cx="300" cy="420" r="128" fill="none" stroke="#11171a" stroke-width="30"/>
    <circle cx="300" cy="420" r="40" fill="#11171a"/><rect x="470" y="330" width="220" height="130" rx="14" fill="#5f7d8c"/>`,
  OTHER: SIDE,
}

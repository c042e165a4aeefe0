import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { PhotoRefused, processPhoto } from '#app/providers/files/photo.ts'
import { composeView, type Picture, PRESET_NAMES, renderVehiclePictures } from '#app/providers/files/pictures.ts'
import { type ImagePreset, LANGUAGES, UPLOAD_BYTES } from '#app/rules/constants.ts'
import {
  artworkKey,
  isArtworkKey,
  lighterName,
  PAINTS,
  type Paint,
  PICTURE_BUDGETS,
  SHAPES,
  type Shape,
  shapeOfView,
  VIEWS,
  type View,
  viewsOf,
} from '#app/rules/text/picture.ts'

const artworkOf = (shape: Shape, view: View = 'side') =>
  readFileSync(view === 'side' ? `art/${shape}.svg` : `art/${view}/${shapeOfView(shape, view)}.svg`, 'utf8')

const drawn = (shape: Shape, paint: Paint) =>
  renderVehiclePictures(artworkOf(shape), PAINTS[paint], artworkKey(shape, paint))

function expectWithinBudget(pictures: Picture[]) {
  for (const { name, bytes } of pictures) {
    const preset = PRESET_NAMES.find((one) => name.includes(`-${one}`)) as ImagePreset
    expect(bytes.length, name).toBeLessThanOrEqual(PICTURE_BUDGETS[preset] / (name.includes('-lite') ? 2 : 1))
  }
}

async function pixelAt(bytes: Uint8Array, left: number, top: number): Promise<number[]> {
  const picture = sharp(bytes).extract({ left, top, width: 1, height: 1 })
  return [...(await picture.raw().toBuffer())]
}

const pictureIn = (pictures: Picture[], name: string) => pictures.find((one) => one.name === name)!.bytes

describe('a drawing', () => {
  test.each(SHAPES)('of a %s is made in every size and format within its budget', async (shape) => {
    const pictures = await drawn(shape, 'red')
    expect(pictures).toHaveLength(3 * 2 * 2)
    expectWithinBudget(pictures)
  })

  test('has files with the sizes and formats of their presets, and half the pixels in the lighter ones', async () => {
    const pictures = await drawn('suv', 'white')
    const sizes = await Promise.all(
      ['large.webp', 'large-lite.webp', 'small.avif', 'medium.avif'].map(async (name) => {
        const { width, height, format } = await sharp(pictureIn(pictures, `suv-white-${name}`)).metadata()
        return `${width}x${height} ${format}`
      }),
    )
    expect(sizes).toEqual(['380x250 webp', '190x125 webp', '200x130 heif', '250x150 heif'])
  })

  test.each(['red', 'turquoise', 'black'] as const)('has a body painted %s and a transparent ground', async (paint) => {
    const bytes = pictureIn(await drawn('van', paint), `van-${paint}-large.webp`)
    const wanted = [1, 3, 5].map((at) => Number.parseInt(PAINTS[paint].slice(at, at + 2), 16))
    const [red, green, blue, alpha] = await pixelAt(bytes, 190, 155)
    expect(alpha).toBe(255)
    for (const [index, value] of [red, green, blue].entries())
      expect(Math.abs(value! - wanted[index]!)).toBeLessThan(40)
    expect((await pixelAt(bytes, 5, 5))[3]).toBe(0)
  })

  const pixelsOfView = async (shape: Shape, paint: Paint, view: View) => {
    const text = composeView(artworkOf(shape, view), PAINTS[paint], view)
    return { text, bytes: await sharp(Buffer.from(text)).ensureAlpha().png().toBuffer() }
  }

  test.each(SHAPES)('of a %s has four views, each small and in its colour', async (shape) => {
    const views = await Promise.all(VIEWS.map((view) => pixelsOfView(shape, 'purple', view)))
    expect(new Set(views.map(({ text }) => text)).size).toBe(VIEWS.length)
    for (const [index, { text, bytes }] of views.entries()) {
      const isInside = VIEWS[index] === 'inside'
      expect(brotliCompressSync(text).length, VIEWS[index]).toBeLessThan(3_300)
      expect(text.includes(PAINTS.purple), VIEWS[index]).toBe(!isInside)
      expect(text).not.toContain('var(')
      // The ground is transparent except in the interior view, which fills its corners.
      expect((await pixelAt(bytes, 1, 1))[3]).toBe(isInside ? 255 : 0)
      expect((await pixelAt(bytes, 190, 180))[3]).toBe(255)
    }
  })
})

describe('picture keys', () => {
  test('of an unknown colour are silver', () => {
    expect(artworkKey('suv', 'white')).toBe('suv-white')
    expect(artworkKey('suv', 'plaid')).toBe('suv-silver')
    expect(artworkKey('suv', 'toString')).toBe('suv-silver')
  })

  test.each(LANGUAGES)('have a word for every colour in "%s", and a colour for every word', (language) => {
    const words = JSON.parse(readFileSync(`locales/${language}/vehicle.json`, 'utf8')) as { colour: object }
    expect(Object.keys(words.colour).sort()).toEqual(Object.keys(PAINTS).sort())
  })

  test('have several views only for drawings', () => {
    expect(viewsOf('suv-white').map(({ drawing }) => drawing)).toEqual([
      'suv-white-side',
      'suv-white-front',
      'suv-white-rear',
      'suv-inside',
    ])
    // A model with a side of its own has the other views of its kind.
    expect(viewsOf('tara-red').map(({ drawing }) => drawing)).toEqual([
      ...['tara-red-side', 'sedan-red-front', 'sedan-red-rear', 'sedan-inside'],
    ])
    expect(['suv-white', 'scooter-gold', 'retro-red'].every(isArtworkKey)).toBe(true)
    const others = [
      'suv',
      'suv-plaid',
      'boat-white',
      'suv-white-1',
      'ads/17',
      'suv-toString',
      'suv-inside',
      'photo-1-3f',
    ]
    for (const key of others) expect([isArtworkKey(key), viewsOf(key)], key).toEqual([false, []])
  })

  test('of the lighter versions are beside the full ones', () => {
    expect(lighterName('/pictures/suv-white-large.avif')).toBe('/pictures/suv-white-large-lite.avif')
    expect(lighterName('/pictures/photo-1-3f0a9c1e-small.webp')).toBe('/pictures/photo-1-3f0a9c1e-small-lite.webp')
    expect(lighterName('/icon-180.png')).toBe('/icon-180.png')
  })
})

describe('a photo', () => {
  /** Red above, blue below, grainy like a camera's, with metadata that must not be kept. */
  async function takePhoto(settings: { orientation?: number; grain?: number } = {}): Promise<Buffer> {
    const half = (colour: string) => ({
      create: { width: 1200, height: 500, channels: 3 as const, background: colour },
    })
    const sky = await sharp(half('#c00000')).png().toBuffer()
    // Coarse enough to survive being scaled down.
    const grain = await sharp({
      create: {
        width: 400,
        height: 333,
        channels: 3,
        background: '#808080',
        noise: { type: 'gaussian', mean: 128, sigma: settings.grain ?? 40 },
      },
    })
      .resize(1200, 1000, { fit: 'fill', kernel: 'nearest' })
      .ensureAlpha(0.5)
      .png()
      .toBuffer()
    return sharp({ create: { width: 1200, height: 1000, channels: 3, background: '#0000c0' } })
      .composite([{ input: sky, top: 0, left: 0 }, { input: grain }])
      .withExif({ IFD0: { Artist: 'Sara Ahmadi' }, IFD3: { GPSLatitude: '26/1 32/1 0/1' } })
      .withMetadata({ orientation: settings.orientation ?? 1 })
      .jpeg({ quality: 92 })
      .toBuffer()
  }

  test('has every preset and format within its budget, in half the bytes for Save-Data', async () => {
    const pictures = await processPhoto(await takePhoto(), 'photo1')
    expect(pictures).toHaveLength(3 * 2 * 2)
    expectWithinBudget(pictures)
    for (const { name, bytes } of pictures.filter((one) => one.name.includes('-lite'))) {
      expect(bytes.length, name).toBeLessThanOrEqual(pictureIn(pictures, name.replace('-lite', '')).length / 2)
    }
  })

  test('keeps its budget however grainy it is', async () => {
    expectWithinBudget(await processPhoto(await takePhoto({ grain: 250 }), 'photo1'))
  })

  test('loses its metadata', async () => {
    const photo = await takePhoto()
    expect(photo.includes('Sara Ahmadi')).toBe(true)
    for (const { bytes } of await processPhoto(photo, 'photo1')) {
      const { exif, icc, xmp } = await sharp(bytes).metadata()
      expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined])
      expect(Buffer.from(bytes).includes('Sara Ahmadi')).toBe(false)
    }
  })

  type Spot = [left: number, top: number]

  test.each([
    [1, 'red above blue', [190, 20], [190, 230]],
    [3, 'blue above red', [190, 230], [190, 20]],
    [6, 'blue beside red', [360, 125], [20, 125]],
  ] as [number, string, Spot, Spot][])('with orientation %i is upright: %s', async (orientation, _, redAt, blueAt) => {
    const pictures = await processPhoto(await takePhoto({ orientation, grain: 1 }), 'photo1')
    const bytes = pictureIn(pictures, 'photo1-large.webp')
    const [red, , blue] = await pixelAt(bytes, ...redAt)
    expect(red!).toBeGreaterThan(blue! + 80)
    const [otherRed, , otherBlue] = await pixelAt(bytes, ...blueAt)
    expect(otherBlue!).toBeGreaterThan(otherRed! + 80)
  })

  test('with transparent parts has the studio floor below them', async () => {
    const clear = { create: { width: 400, height: 300, channels: 4 as const, background: '#00000000' } }
    const pictures = await processPhoto(await sharp(clear).png().toBuffer(), 'photo1')
    const [red, green, blue] = await pixelAt(pictureIn(pictures, 'photo1-large.webp'), 100, 100)
    expect(Math.abs(red! - 0xd6) + Math.abs(green! - 0xe3) + Math.abs(blue! - 0xde)).toBeLessThan(12)
  })

  const reasonFor = async (bytes: Uint8Array) => {
    const refused: unknown = await processPhoto(bytes, 'photo1').catch((error: unknown) => error)
    return refused instanceof PhotoRefused ? refused.reason : refused
  }

  test.each([
    ['a script', '#!/bin/sh\necho photo.jpg'],
    ['a vector drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a document', '%PDF-1.7\n%photo'],
    ['nothing', ''],
  ])('that is %s is refused by its content', async (_, text) => {
    expect(await reasonFor(new TextEncoder().encode(text))).toBe('type')
  })

  test('that is truncated is refused', async () => {
    const whole = await takePhoto()
    expect(await reasonFor(whole.subarray(0, whole.length / 2))).toBe('unreadable')
    expect(await reasonFor(whole.subarray(0, 40))).toBe('unreadable')
  })

  test('with too many bytes or pixels is refused before it is decoded', async () => {
    expect(await reasonFor(new Uint8Array(UPLOAD_BYTES + 1))).toBe('too_many_bytes')
    const huge = { create: { width: 9000, height: 9000, channels: 3 as const, background: 'red' } }
    expect(await reasonFor(await sharp(huge).png().toBuffer())).toBe('too_many_pixels')
  })
})

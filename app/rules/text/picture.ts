import { IMAGE_PRESETS, type ImagePreset } from '../constants.ts'

/** Body types that a fleet import knows; each is also a shape. */
export const BODY_TYPES = ['hatchback', 'sedan', 'suv', 'van', 'pickup', 'convertible', 'motorbike', 'scooter'] as const
export type BodyType = (typeof BODY_TYPES)[number]

/** Models whose side has a drawing of its own, and the shape from which they have the other views. */
const SIDES = {
  supermini: 'hatchback',
  tiba: 'city',
  pars: 'classic',
  tondar: 'classic',
  tara: 'sedan',
  accent: 'sedan',
  camry: 'executive',
  saloon: 'executive',
  tucson: 'crossover',
  duster: 'crossover',
  tiggo: 'crossover',
  rav4: 'crossover',
} as const

/** Shapes with artwork (`art/<shape>.svg`): the body types, and models that look different. */
export const SHAPES = [
  ...BODY_TYPES,
  'city',
  'classic',
  'executive',
  'crossover',
  'offroad',
  'minibus',
  'roadster',
  'adventure',
  'sport',
  'retro',
  ...(Object.keys(SIDES) as (keyof typeof SIDES)[]),
] as const
export type Shape = (typeof SHAPES)[number]

/** Which part of a photo is kept when it is cropped to a preset's shape; `WHOLE` adds borders and crops nothing. */
export const PHOTO_CROPS = ['MIDDLE', 'TOP', 'BOTTOM', 'LEFT', 'RIGHT', 'WHOLE'] as const
export type PhotoCrop = (typeof PHOTO_CROPS)[number]

/** The most photos of a vehicle. Source: *ours*. */
export const PHOTOS_A_VEHICLE = 8

/**
 * The drawings in the gallery of a vehicle without photos: `art/<shape>.svg` from the side, otherwise
 * `art/<view>/<shape>.svg`, see `shapeOfView`.
 */
export const VIEWS = ['side', 'front', 'rear', 'inside'] as const
export type View = (typeof VIEWS)[number]

/**
 * Colours of vehicles, the keys of `colour` in each language's `vehicle.json`, and the colour values of the drawings
 * (*ours*).
 */
export const PAINTS = {
  white: '#eef0ee',
  black: '#2b3236',
  silver: '#c3cacd',
  grey: '#7d878b',
  blue: '#2563a8',
  red: '#c8372d',
  green: '#2f7d4f',
  yellow: '#f5b32a',
  orange: '#dd7428',
  brown: '#7a5338',
  beige: '#d8c8a6',
  turquoise: '#0e8a8f',
  gold: '#b8973f',
  purple: '#6d4a8e',
} as const
export type Paint = keyof typeof PAINTS

/** At most this many bytes a picture (quality.md, Slow connections). */
export const PICTURE_BUDGETS: Record<ImagePreset, number> = { small: 8_000, medium: 12_000, large: 20_000 }

export const PICTURE_FORMATS = ['avif', 'webp'] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** `lite` has half the width and height, for `Save-Data`. */
export type PictureVariant = '1x' | 'lite'

/** The picture set of a vehicle without a photo: `suv-white`. An unknown colour is drawn in silver. */
export function artworkKey(shape: Shape, colour: string): string {
  return `${shape}-${isPaint(colour) ? colour : 'silver'}`
}

/**
 * The drawing of a view: `suv-white-side`, `suv-white-front`, `suv-white-rear`, `suv-inside`, a file
 * `/pictures/<name>.svg`. The interior does not show the vehicle's colour: one drawing serves all vehicles of a shape.
 */
export function drawingName(shape: Shape, paint: Paint, view: View): string {
  return view === 'inside' ? `${shape}-inside` : `${shape}-${paint}-${view}`
}

/** The shape whose artwork shows a shape from a view: models with a side of their own share the other views. */
export function shapeOfView(shape: Shape, view: View): Shape {
  return view !== 'side' && shape in SIDES ? SIDES[shape as keyof typeof SIDES] : shape
}

/** The four drawings of the vehicle whose artwork has this key; none for any other key. */
export function viewsOf(key: string): { view: View; drawing: string }[] {
  const artwork = artworkOfKey(key)
  if (!artwork) return []
  return VIEWS.map((view) => ({ view, drawing: drawingName(shapeOfView(artwork.shape, view), artwork.paint, view) }))
}

/** Whether a key is that of an artwork. Artwork is mirrored to face the reading direction; photos never are. */
export function isArtworkKey(key: string): boolean {
  return artworkOfKey(key) !== undefined
}

function artworkOfKey(key: string): { shape: Shape; paint: Paint } | undefined {
  const [shape, paint, ...rest] = key.split('-')
  if (!isShape(shape) || paint === undefined || !isPaint(paint) || rest.length > 0) return undefined
  return { shape, paint }
}

/** File name of one picture of a set: `suv-white-small.avif`, `suv-white-large-lite.webp`. */
export function pictureName(
  key: string,
  preset: ImagePreset,
  format: PictureFormat,
  variant: PictureVariant = '1x',
): string {
  return `${key}-${preset}${variant === '1x' ? '' : `-${variant}`}.${format}`
}

/** The names of all pictures of a set. */
export function pictureNames(key: string): string[] {
  const presets = Object.keys(IMAGE_PRESETS) as ImagePreset[]
  return presets.flatMap((preset) =>
    PICTURE_FORMATS.flatMap((format) => [pictureName(key, preset, format), pictureName(key, preset, format, 'lite')]),
  )
}

/** The name of the same picture in half the size, for people who save data. */
export function lighterName(name: string): string {
  return name.replace(/-(small|medium|large)\.(avif|webp)$/, '-$1-lite.$2')
}

function isPaint(colour: string): colour is Paint {
  return Object.hasOwn(PAINTS, colour)
}

function isShape(text: string | undefined): text is Shape {
  return SHAPES.some((shape) => shape === text)
}

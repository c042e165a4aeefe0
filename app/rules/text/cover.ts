/** Sizes of a post's uploaded picture: in lists, on its page for screens of usual and of double density, and for shared links. */
export const COVER_SIZES = {
  card: { width: 480, height: 240, format: 'webp', bytes: 24_000 },
  page: { width: 640, height: 280, format: 'webp', bytes: 36_000 },
  wide: { width: 1280, height: 560, format: 'webp', bytes: 90_000 },
  share: { width: 1200, height: 630, format: 'jpg', bytes: 160_000 },
} as const
export type CoverSize = keyof typeof COVER_SIZES

/** File name of one of them: `cover-17-3f0a9c1e-page.webp`. */
export function coverName(key: string, size: CoverSize): string {
  return `${key}-${size}.${COVER_SIZES[size].format}`
}

/** Whether a post's picture was uploaded; otherwise it is a drawing. */
export function isCoverKey(key: string | null): key is string {
  return key !== null && /^cover-\d+-[0-9a-f]{8}$/.test(key)
}

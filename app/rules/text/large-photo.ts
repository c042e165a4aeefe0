/** A photo as it opens over the page: at most this size, and only where its source is wider than the largest preset. Source: *ours*. */
export const LARGE_PHOTO = { width: 1600, height: 1200, bytes: 220_000 } as const

/** File name of a photo as large as it opens: `photo-17-3f0a9c1e-full.webp`. */
export function largePhotoName(key: string): string {
  return `${key}-full.webp`
}

type Rgb = readonly [red: number, green: number, blue: number]

/** How much lighter one colour is than the other, 1 to 21. Source: WCAG 2.2, "contrast ratio". Colours are `#rrggbb`. */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Mixes two colours; `share` (0 to 1) is the part of the other one. */
export function mix(colour: string, other: string, share: number): string {
  const [from, to] = [rgbOf(colour), rgbOf(other)]
  const parts = from.map((part, at) => Math.round(part + ((to[at] ?? 0) - part) * share))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** The colour with the highest contrast to the background. */
export function mostReadable(ground: string, colours: readonly string[]): string {
  return colours.toSorted((one, other) => contrast(other, ground) - contrast(one, ground))[0] ?? ground
}

function luminance(colour: string): number {
  const [red, green, blue] = rgbOf(colour).map((part) => linear(part / 255)) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

function rgbOf(colour: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Rgb
}

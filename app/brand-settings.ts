import { existsSync, statSync } from 'node:fs'
import { extname } from 'node:path'
import { z } from 'zod'
import { colours, darkColours } from '../tailwind.config.ts'
import { LANGUAGES, type Language } from './rules/constants.ts'
import { contrast, mix, mostReadable } from './rules/text/contrast.ts'

/** The design's colours that a brand replaces, by token, in each colour scheme. */
export type Palette = { light: Scheme; dark: Scheme }
type Scheme = Partial<typeof colours>

const colour = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[\da-f]{6}$/, 'must be a colour as #rrggbb')
const languages = z
  .string()
  .transform((list) => list.split(',').map((code) => code.trim()))
  .pipe(z.array(z.enum(LANGUAGES, `must be some of ${LANGUAGES.join(', ')}`)).min(1))
  .transform((list): readonly Language[] => LANGUAGES.filter((language) => list.includes(language)))

/** The look of the site, as configured (white label). */
export const BRAND_ENVIRONMENT = {
  BRAND_COLOUR: colour.optional(),
  BRAND_COLOUR_DARK: colour.optional(),
  BRAND_ACCENT: colour.optional(),
  BRAND_LOGO: z.string().trim().min(1).optional(),
  BRAND_LANGUAGES: languages.default(LANGUAGES),
  BRAND_LAYOUT: z.enum(['default', 'top'], 'must be "default" or "top"').default('default'),
}

type BrandColours = { BRAND_COLOUR?: string; BRAND_COLOUR_DARK?: string; BRAND_ACCENT?: string }

/** The media types of logos, by the file's extension. */
export const LOGO_TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
}
const LOGO_BYTES = 100_000
const [WHITE, BLACK] = ['#ffffff', '#000000']
/** The least contrast of text, and of shapes. Source: WCAG 2.2, 1.4.3 and 1.4.11. */
const [TEXT, SHAPE] = [4.5, 3]

type Token = keyof typeof colours
/** Which colours are drawn on which, with the setting that they depend on. */
const PAIRS: [setting: keyof BrandColours, front: Token, ground: Token, least: number][] = [
  ['BRAND_COLOUR', 'on-brand', 'brand', TEXT],
  ['BRAND_COLOUR', 'on-brand', 'brand-strong', TEXT],
  ['BRAND_COLOUR', 'brand', 'surface', TEXT],
  ['BRAND_COLOUR', 'brand', 'canvas', TEXT],
  ['BRAND_COLOUR', 'on-tint', 'tint', TEXT],
  ['BRAND_ACCENT', 'on-accent', 'accent', TEXT],
  ['BRAND_ACCENT', 'on-accent-tint', 'accent-tint', TEXT],
  ['BRAND_ACCENT', 'star', 'surface', SHAPE],
]

/**
 * All colours of a brand, computed from the one to three that its settings name; undefined if they name none. Text on a
 * colour is white or nearly black, whichever is more readable; tints and strong tones are mixed. Source: *ours*.
 */
export function paletteOf({ BRAND_COLOUR, BRAND_COLOUR_DARK, BRAND_ACCENT }: BrandColours): Palette | undefined {
  const palette: Palette = { light: {}, dark: {} }
  if (BRAND_COLOUR) {
    const dark = BRAND_COLOUR_DARK ?? mix(BRAND_COLOUR, WHITE, 0.5)
    Object.assign(palette.light, brandTokens(BRAND_COLOUR, { away: BLACK, ground: WHITE }))
    Object.assign(palette.dark, brandTokens(dark, { away: WHITE, ground: darkColours.surface ?? BLACK }))
  }
  if (BRAND_ACCENT) {
    Object.assign(palette.light, accentTokens(BRAND_ACCENT, { away: BLACK, ground: WHITE }))
    Object.assign(palette.dark, accentTokens(BRAND_ACCENT, { away: WHITE, ground: darkColours.surface ?? BLACK }))
  }
  return BRAND_COLOUR || BRAND_ACCENT ? palette : undefined
}

/**
 * The errors in the settings of the look, one line each; for colours without enough contrast, the line says how much
 * they have.
 */
export function problemsOfBrand(given: Record<string, string | undefined>): string[] {
  const settings = z.object(BRAND_ENVIRONMENT).safeParse(given)
  // Invalid colours have been reported already.
  if (!settings.success) return []
  const problems = logoProblems(settings.data.BRAND_LOGO)
  if (settings.data.BRAND_COLOUR_DARK && !settings.data.BRAND_COLOUR) {
    problems.push('BRAND_COLOUR_DARK: goes with BRAND_COLOUR')
  }
  const palette = paletteOf(settings.data)
  if (!palette) return problems
  return [...problems, ...unreadable(palette.light, colours, 'light'), ...darkProblems(palette, settings.data)]
}

function darkProblems({ dark }: Palette, { BRAND_COLOUR_DARK }: BrandColours): string[] {
  const problems = unreadable(dark, { ...colours, ...darkColours }, 'dark')
  return BRAND_COLOUR_DARK
    ? problems.map((line) => line.replace(/^BRAND_COLOUR:/, 'BRAND_COLOUR_DARK:'))
    : problems.map((line) => line.replace(/^(BRAND_COLOUR:.*)/, '$1 (BRAND_COLOUR_DARK may name another)'))
}

function unreadable(scheme: Scheme, otherwise: typeof colours, name: string): string[] {
  const at = (token: Token) => scheme[token] ?? otherwise[token]
  return PAIRS.flatMap(([setting, front, ground, least]) => {
    if (!(front in scheme || ground in scheme)) return []
    const ratio = contrast(at(front), at(ground))
    if (ratio >= least) return []
    const pair = `${front} ${at(front)} on ${ground} ${at(ground)}`
    return [`${setting}: ${pair} has a contrast of ${ratio.toFixed(2)} in the ${name} scheme; it needs ${least}`]
  })
}

function logoProblems(file: string | undefined): string[] {
  if (file === undefined) return []
  if (!(extname(file).toLowerCase() in LOGO_TYPES)) return ['BRAND_LOGO: must be an .svg, .png or .webp file']
  if (!existsSync(file)) return ['BRAND_LOGO: there is no such file']
  return statSync(file).size > LOGO_BYTES ? [`BRAND_LOGO: is larger than ${LOGO_BYTES / 1000} kB`] : []
}

/** `away`: the colour towards which strong tones are mixed; `ground`: the colour into which the tint is mixed. */
type Ends = { away: string; ground: string }

function brandTokens(brand: string, { away, ground }: Ends): Scheme {
  const strong = mix(brand, away, 0.22)
  const onBrand = mostReadable(brand, [WHITE, mix(brand, BLACK, 0.85)])
  const tint = mix(ground, brand, 0.14)
  return { brand, 'brand-strong': strong, 'on-brand': onBrand, tint, 'on-tint': mix(brand, away, 0.35) }
}

function accentTokens(accent: string, { away, ground }: Ends): Scheme {
  return {
    accent,
    'on-accent': mostReadable(accent, [WHITE, mix(accent, BLACK, 0.85)]),
    'accent-tint': mix(ground, accent, 0.2),
    'on-accent-tint': mix(accent, away, away === BLACK ? 0.6 : 0.5),
    star: away === BLACK ? mix(accent, BLACK, 0.35) : accent,
  }
}

import type { Config } from 'tailwindcss'
import type { PluginAPI } from 'tailwindcss/plugin'

/*
 * The design's tokens, once. Pages read them as custom properties (`--color-brand`), utilities by Tailwind's names, and
 * what is not CSS (manifest, theme colour, pictures) imports them from here. It runs without a build: only types are imported.
 */

// The root of every page imports the theme colour: whatever else runs here must be without side effects, or each browser
// would load all tokens. So these stand alone, and `references` is marked.
/** What a browser paints around the site. */
export const themeColour = '#006b75'
const brandStrong = '#00525a'
const accent = '#f5b32a'

/** Sand, ink, firouzeh (turquoise) and saffron, by their purpose, in the light scheme. */
export const colours = {
  canvas: '#f7f3ea',
  surface: '#ffffff',
  sunken: '#efe9dc',
  raised: '#ffffff',
  ink: '#10272b',
  soft: '#41565a',
  mute: '#56696b',
  line: '#e4dccb',
  edge: '#768483',
  brand: themeColour,
  'brand-strong': brandStrong,
  'on-brand': '#ffffff',
  tint: '#dcf0ee',
  'on-tint': '#00555d',
  accent,
  'on-accent': '#2b1d00',
  'accent-tint': '#fdf0cd',
  'on-accent-tint': '#6a4700',
  star: '#b27400',
  focus: '#10272b',
  scrim: 'rgb(6 24 27 / 0.55)',
  danger: '#b3202a',
  'danger-tint': '#fce8e6',
  ok: '#0d623b',
  'ok-tint': '#def1e5',
  warn: '#715800',
  'warn-tint': '#fbf2d0',
  info: '#1c4dbd',
  'info-tint': '#e4ecfc',
  'toast-success': '#0d623b',
  'toast-warning': '#8f7000',
  'toast-error': '#c4161c',
  'toast-info': '#1c4dbd',
  studio: '#f0f5f2',
  'studio-floor': '#d6e3de',
  sky: '#cfeaea',
  horizon: '#fbeccb',
  road: '#20343a',
  'plate-ink': '#10272b',
}

/** Those that are others in the dark scheme. */
export const darkColours: Partial<typeof colours> = {
  canvas: '#0b1719',
  surface: '#132325',
  sunken: '#0f1d1f',
  raised: '#1b2f32',
  ink: '#ecf3f0',
  soft: '#b9c8c6',
  mute: '#93a6a5',
  line: '#26393b',
  edge: '#6d8283',
  brand: '#45c4c6',
  'brand-strong': '#74dadb',
  'on-brand': '#04262a',
  tint: '#123a3d',
  'on-tint': '#9ce5e3',
  'accent-tint': '#3b2e0d',
  'on-accent-tint': '#f8d17c',
  star: accent,
  focus: '#ffffff',
  scrim: 'rgb(0 8 10 / 0.7)',
  danger: '#ff8f86',
  'danger-tint': '#3d1a1a',
  ok: '#72d5a3',
  'ok-tint': '#0f3020',
  warn: '#e6c552',
  'warn-tint': '#332a08',
  info: '#95b6ff',
  'info-tint': '#18274c',
  studio: '#41686a',
  'studio-floor': '#20383a',
  sky: '#0a2a30',
  horizon: '#1d4a4d',
}

/** Ink on white, whatever the screen's scheme. */
const printColours: Partial<typeof colours> = {
  canvas: '#fff',
  surface: '#fff',
  ink: '#000',
  soft: '#222',
  mute: '#444',
  line: '#999',
  brand: brandStrong,
  'on-brand': '#fff',
}

/** What only maps are drawn with. */
export const mapColours = { sea: '#cfe6e6', border: '#bfae8c', grid: '#e0d8c6' }

const shadows = {
  xs: '0 1px 2px rgb(16 39 43 / 0.07)',
  md: '0 1px 2px rgb(16 39 43 / 0.05), 0 10px 24px -8px rgb(16 39 43 / 0.14)',
  lg: '0 2px 6px rgb(16 39 43 / 0.06), 0 24px 56px -16px rgb(16 39 43 / 0.3)',
}
const darkShadows: typeof shadows = {
  xs: '0 1px 2px rgb(0 0 0 / 0.4)',
  md: '0 10px 24px -8px rgb(0 0 0 / 0.55)',
  lg: '0 24px 56px -16px rgb(0 0 0 / 0.75)',
}

const screens = { sm: '31.25rem', lg: '56.25rem' }

const fonts = {
  sans:
    'Vazirmatn, "Vazirmatn Noto", "Vazirmatn DejaVu", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", ' +
    '"Noto Sans Arabic", Tahoma, sans-serif',
  mono: 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
}
const textSizes = {
  xs: '0.8125rem',
  sm: '0.875rem',
  base: '1rem',
  lg: '1.125rem',
  xl: '1.3125rem',
  '2xl': '1.625rem',
  '3xl': 'clamp(1.75rem, 1.35rem + 1.7vw, 2.25rem)',
  '4xl': 'clamp(2.125rem, 1.45rem + 2.9vw, 3.375rem)',
}
const fontWeights = { normal: '400', medium: '500', bold: '700', black: '800' }
const leading = { tight: '1.25', snug: '1.4', body: '1.55' }
const tracking = { tight: '-0.015em' }

/** A 4 px grid. */
const spacing = {
  DEFAULT: '0.25rem',
  1: '0.25rem',
  2: '0.5rem',
  3: '0.75rem',
  4: '1rem',
  5: '1.25rem',
  6: '1.5rem',
  8: '2rem',
  10: '2.5rem',
  12: '3rem',
  16: '4rem',
  gutter: '1rem',
  target: '2.75rem',
  control: '3rem',
}
const containers = { page: '75rem', read: '42rem', dialog: '37.5rem' }
const radii = { xs: '0.25rem', sm: '0.5rem', md: '0.75rem', lg: '1.125rem', xl: '1.75rem', full: '99rem' }
const easing = { out: 'cubic-bezier(0.2, 0.8, 0.3, 1)', 'in-out': 'cubic-bezier(0.6, 0, 0.3, 1)' }
const durations = { fast: '0.12s', base: '0.22s', slow: '0.36s' }

export default {
  content: [],
  theme: {
    screens,
    colors: references('color', colours),
    fontFamily: references('font', fonts),
    fontSize: references('text', textSizes),
    fontWeight: references('font-weight', fontWeights),
    lineHeight: references('leading', leading),
    letterSpacing: references('tracking', tracking),
    spacing: references('spacing', spacing),
    maxWidth: references('container', containers),
    borderRadius: references('radius', radii),
    boxShadow: references('shadow', shadows),
    transitionTimingFunction: references('ease', easing),
    transitionDuration: references('duration', durations),
  },
  plugins: [
    ({ addBase }: PluginAPI) => {
      addBase({
        ':root': {
          ...properties('font', fonts),
          ...properties('text', textSizes),
          ...properties('font-weight', fontWeights),
          ...properties('leading', leading),
          ...properties('tracking', tracking),
          ...properties('spacing', spacing),
          ...properties('container', containers),
          ...properties('radius', radii),
          ...properties('color', colours),
          ...properties('shadow', shadows),
          ...properties('ease', easing),
          ...properties('duration', durations),
        },
        '@media (prefers-color-scheme: dark)': {
          ':root': { ...properties('color', darkColours), ...properties('shadow', darkShadows) },
        },
        // Letters of the Arabic script are taller, and joined.
        ':root:lang(fa), :root:lang(ar)': {
          ...properties('leading', { tight: '1.5', snug: '1.6', body: '1.8' }),
          ...properties('tracking', { tight: '0' }),
          '--nums': 'normal',
        },
        [`@media (min-width: ${screens.sm})`]: { ':root': properties('spacing', { gutter: '1.5rem' }) },
        [`@media (min-width: ${screens.lg})`]: { ':root': properties('spacing', { gutter: '2rem' }) },
        '@media (prefers-reduced-motion: reduce)': {
          ':root': properties('duration', { fast: '0.01s', base: '0.01s', slow: '0.01s' }),
        },
        '@media print': { ':root': properties('color', printColours) },
      })
    },
  ],
} satisfies Config

/** A group of tokens as custom properties: `--spacing`, `--spacing-4`. */
function properties(group: string, tokens: Partial<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(tokens).map(([name, value]) => [propertyOf(group, name), value ?? '']))
}

/** The same group as Tailwind's utilities use it. */
/* @__NO_SIDE_EFFECTS__ */
function references(group: string, tokens: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.keys(tokens).map((name) => [name, `var(${propertyOf(group, name)})`]))
}

function propertyOf(group: string, name: string): string {
  return name === 'DEFAULT' ? `--${group}` : `--${group}-${name}`
}

import { hash } from 'node:crypto'
import type { Palette } from '#app/config.ts'

/** A brand's colours as a style sheet: outside any layer, so that they override the design's regardless of order. */
export type BrandStyle = { css: string; href: string }

const made = new WeakMap<Palette, BrandStyle>()

/** Cached for the configured palette. */
export function brandStyle(palette: Palette | undefined): BrandStyle | undefined {
  if (!palette) return undefined
  const known = made.get(palette)
  if (known) return known
  const { light, dark } = palette
  // In print, the brand colour is its strong tone (tailwind.config.ts).
  const print = light['brand-strong'] && { brand: light['brand-strong'], 'on-brand': '#fff' }
  const css = [
    rule(light),
    `@media (prefers-color-scheme:dark){${rule(dark)}}`,
    print ? `@media print{${rule(print)}}` : '',
  ].join('')
  const style = { css, href: `/brand/style.css?v=${hash('sha256', css, 'base64url').slice(0, 8)}` }
  made.set(palette, style)
  return style
}

function rule(tokens: Partial<Record<string, string>>): string {
  const properties = Object.entries(tokens).map(([name, value]) => `--color-${name}:${value}`)
  return `:root{${properties.join(';')}}`
}

/** Sides of a company's logo in pixels, for screens of usual and of double density, and the most bytes of each. Source: *ours*. */
export const LOGO_BUDGETS = { 48: 2_000, 96: 4_000 } as const
export type LogoSide = keyof typeof LOGO_BUDGETS
export const LOGO_SIDES = [48, 96] as const satisfies readonly LogoSide[]

/** A logo for the dark colour scheme stands on a dark square. */
export const LOGO_SCHEMES = ['LIGHT', 'DARK'] as const
export type LogoScheme = (typeof LOGO_SCHEMES)[number]

/** File name of a logo in one size: `logo-12-3f0a9c1e-96.webp`. */
export function logoName(key: string, side: LogoSide): string {
  return `${key}-${side}.webp`
}

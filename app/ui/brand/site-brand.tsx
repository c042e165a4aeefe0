import { createContext, useContext } from 'react'

/** How the site presents itself in the page's language (white label). */
export type ShownBrand = {
  name: string
  /** The address of a logo that replaces the mark. */
  logoUrl?: string | undefined
}

/** Undefined outside of a site, as in a test of one part. */
export const SiteBrand = createContext<ShownBrand | undefined>(undefined)

export const useSiteBrand = () => useContext(SiteBrand)

import type { Settings } from '../provider-kind.ts'
import type { Inquire } from './inquiry.ts'
import type { InquiryKind } from './inquiry-kind.ts'
import { createSimulatedInquiry } from './simulated.ts'
import { zohal } from './zohal.ts'

/** Services that say whether a national id and a mobile number belong together, by their names in the setting `INQUIRY`. */
export const INQUIRY_KINDS: Readonly<Record<string, InquiryKind>> = { zohal }

/** Opens the chosen service; undefined if there is none. Throws for an unknown name, which the configuration has reported before. */
export function openInquiry(chosen: { provider: string; settings: Settings } | undefined): Inquire | undefined {
  if (!chosen) return undefined
  if (chosen.provider === 'simulator') return createSimulatedInquiry()
  const kind = INQUIRY_KINDS[chosen.provider]
  if (!kind) throw new Error(`There is no inquiry service ${chosen.provider}`)
  return kind.open(chosen.settings, {})
}

import { z } from 'zod'
import { INQUIRY_KINDS } from './providers/identity/registry.ts'
import { missingSettings, ownSettings, type Settings } from './providers/provider-kind.ts'

const CHOICES = [...Object.keys(INQUIRY_KINDS), 'simulator', 'none']

/** The environment's settings for inquiries about identities. */
export const INQUIRY_ENVIRONMENT = {
  INQUIRY: z.enum(CHOICES, `must be one of ${CHOICES.join(', ')}`).optional(),
  INQUIRIES_PER_DAY: z.coerce.number('must be a number').int().positive().default(1000),
}

type Environment = z.infer<z.ZodObject<typeof INQUIRY_ENVIRONMENT>>

/** The chosen service with its settings, the stand-in everywhere but in production, or none; and how many questions a day may cost. */
export function inquirySettingsOf(
  env: Environment,
  { given, isProduction }: { given: Settings; isProduction: boolean },
) {
  const provider = env.INQUIRY ?? (isProduction ? 'none' : 'simulator')
  const kind = INQUIRY_KINDS[provider]
  const service = provider === 'none' ? undefined : { provider, settings: kind ? ownSettings(kind, given) : {} }
  return { service, perDay: env.INQUIRIES_PER_DAY }
}

/** The settings that the chosen service needs and that are missing, one line each. */
export function problemsOfInquiry(given: Settings): string[] {
  const chosen = given.INQUIRY?.trim() ?? ''
  const kind = Object.hasOwn(INQUIRY_KINDS, chosen) ? INQUIRY_KINDS[chosen] : undefined
  return kind ? missingSettings(kind, given, `for INQUIRY=${chosen}`) : []
}

/** The line for the log at start. */
export function describeInquiry({ service }: ReturnType<typeof inquirySettingsOf>) {
  const kind = !service
    ? 'none: documents are looked at'
    : service.provider === 'simulator'
      ? 'stand-in: a simulator'
      : `real: ${service.provider}`
  return { provider: 'inquiry', kind }
}

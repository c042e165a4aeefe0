import type { z } from 'zod'
import { type ProviderKind, providerKind } from '../provider-kind.ts'
import type { Inquire } from './inquiry.ts'

type InquiryWorld = { timeoutMs?: number | undefined }

/** An inquiry service that the environment can choose. */
export type InquiryKind = ProviderKind<Inquire, InquiryWorld>

/** Defines an inquiry service: its settings, and the function that opens it. */
export function inquiryKind<Shape extends Readonly<Record<string, z.ZodType>>>(
  shape: Shape,
  open: (settings: z.infer<z.ZodObject<Shape>>, world: InquiryWorld) => Inquire,
): InquiryKind {
  return providerKind(shape, open)
}

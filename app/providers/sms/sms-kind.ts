import type { z } from 'zod'
import type { Messenger } from '#app/providers/messages/message.ts'
import { type ProviderKind, providerKind } from '../provider-kind.ts'

type SmsWorld = { timeoutMs?: number | undefined }

/** An SMS provider that the environment can choose. */
export type SmsKind = ProviderKind<Messenger, SmsWorld>

/** Defines an SMS provider: its settings, and the function that opens it. */
export function smsKind<Shape extends Readonly<Record<string, z.ZodType>>>(
  shape: Shape,
  open: (settings: z.infer<z.ZodObject<Shape>>, world: SmsWorld) => Messenger,
): SmsKind {
  return providerKind(shape, open)
}

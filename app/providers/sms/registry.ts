import type { Messenger } from '#app/providers/messages/message.ts'
import type { Settings } from '../provider-kind.ts'
import { kavenegar } from './kavenegar.ts'
import type { SmsKind } from './sms-kind.ts'
import { smsir } from './smsir.ts'
import { twilio } from './twilio.ts'

type SmsKinds = Readonly<Record<string, SmsKind>>

/** SMS providers for Iranian mobiles, by their names in the setting `SMS`. `docs/providers.md` says how to add one. */
export const SMS_KINDS = { kavenegar, smsir } satisfies SmsKinds

/** SMS providers for all other numbers, by their names in the setting `SMS_ABROAD`. */
export const SMS_ABROAD_KINDS = { twilio } satisfies SmsKinds

/** Opens the chosen provider. Throws for an unknown name, which the configuration has reported before. */
export function openSms(
  kinds: SmsKinds,
  { provider, settings }: { provider: string; settings: Settings },
  timeoutMs: number | undefined,
): Messenger {
  const kind = kinds[provider]
  if (!kind) throw new Error(`There is no SMS provider ${provider}`)
  return kind.open(settings, { timeoutMs })
}

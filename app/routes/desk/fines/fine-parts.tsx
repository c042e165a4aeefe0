import type { z } from 'zod'
import type { Fine } from '#app/contract/company/fleet/fines.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Tag } from '#app/ui/tag.tsx'

export type FineItem = z.infer<typeof Fine>

const MATCHED = { FOUND: 'ok', BETWEEN: 'warn', SEVERAL: 'warn', UNKNOWN_PLATE: 'bad' } as const

/** What was decided; before that, whether a rental was found. */
export function FineState({ fine: { status, match, charge } }: { fine: FineItem }) {
  const t = useText('fines')
  if (status === 'OPEN') return <Tag kind={MATCHED[match]}>{t(`match.${match}`)}</Tag>
  if (status === 'COMPANY' || !charge) return <Tag kind="info">{t(`state.${status}`)}</Tag>
  return <Tag kind={charge === 'PAID' ? 'ok' : charge === 'DISPUTED' ? 'warn' : 'info'}>{t(`charge.${charge}`)}</Tag>
}

/** A moment in the time of the company's city. */
export function CityTime({ at, zone }: { at: string; zone: string }) {
  const { language } = useLanguage()
  return <time dateTime={at}>{formatInstant(new Date(at), zone, language, 'short')}</time>
}

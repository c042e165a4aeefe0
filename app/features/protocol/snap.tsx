import { commaOf } from '#app/i18n/format/comma.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { ProtocolRecord } from './record-card.tsx'

/** A photo of a record with its side and time; the link opens it large. */
export function Snap({
  reservation,
  photo: { id, view, taken_at, width, height },
  zone,
}: {
  reservation: string
  photo: ProtocolRecord['photos'][number]
  zone: string
}) {
  const t = useText('protocol')
  const { language } = useLanguage()
  const label = `${t(`view.${view}`)}${commaOf(language)}${formatInstant(new Date(taken_at), zone, language, 'short')}`
  const address = pathIn(language, `/protocol-photos/${reservation}/${id}`)
  return (
    <li>
      <a href={address}>
        <img src={address} alt={label} width={width} height={height} loading="lazy" />
      </a>
      <span className="xs" aria-hidden="true">
        {label}
      </span>
    </li>
  )
}

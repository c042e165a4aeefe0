import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { usePhotoTimes } from './photo-times.ts'
import type { ProtocolRecord } from './record-card.tsx'

/** A photo of a record with its side and times; the link opens it large. */
export function Snap({
  reservation,
  photo,
  zone,
}: {
  reservation: string
  photo: ProtocolRecord['photos'][number]
  zone: string
}) {
  const t = useText('protocol')
  const { language } = useLanguage()
  const times = usePhotoTimes(zone)
  const { id, view, width, height } = photo
  const label = `${t(`view.${view}`)}: ${times(photo)}`
  const address = pathIn(language, `/protocol-photos/${reservation}/${id}`)
  return (
    <li>
      <a href={address}>
        <img src={address} alt={label} width={width} height={height} loading="lazy" />
      </a>{' '}
      <span className="xs" aria-hidden="true">
        {label}
      </span>
    </li>
  )
}

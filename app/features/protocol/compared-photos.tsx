import { formatPercent } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { PHOTO_VIEWS, type PhotoView, type ProtocolKind } from '#app/rules/reservation/protocol.ts'
import { Card } from '#app/ui/card.tsx'
import { OverlaySlider } from './overlay-slider.live.tsx'
import { usePhotoTimes } from './photo-times.ts'
import type { ProtocolRecord } from './record-card.tsx'
import '../../../styles/compare-photos.css'

type Photo = ProtocolRecord['photos'][number]
type Pair = { view: PhotoView; before: Photo | undefined; after: Photo | undefined }

const STOPS = [0, 25, 50, 75, 100] as const

/** A link to the page with the photos of hand-over and return, once there are two to compare. */
export function CompareLink({ protocols, to }: { protocols: readonly ProtocolRecord[]; to: string }) {
  const t = useText('protocol')
  const { language } = useLanguage()
  if (!pairsOf(protocols).some(({ before, after }) => before && after)) return null
  return (
    <p>
      <a href={pathIn(language, to)}>{t('compare.link')}</a>
    </p>
  )
}

/** The photos of hand-over and return, view by view, over each other and beside each other. */
export function ComparedPhotos({
  protocols,
  reservation,
  zone,
}: {
  protocols: readonly ProtocolRecord[]
  reservation: string
  zone: string
}) {
  const t = useText('protocol')
  return (
    <div className="stack">
      <p className="soft">{t('compare.hint')}</p>
      {pairsOf(protocols).map((pair) => (
        <Card
          key={pair.view}
          id={`view-${pair.view}`}
          title={t(`view.${pair.view}`)}
          className="stack stack-2 compared"
        >
          {pair.before && pair.after ? (
            <Overlay pair={{ ...pair, before: pair.before, after: pair.after }} reservation={reservation} />
          ) : (
            <p className="sm soft">{t('compare.only')}</p>
          )}
          <div className="beside">
            <Side label={t('compare.before')} photo={pair.before} reservation={reservation} zone={zone} />
            <Side label={t('compare.after')} photo={pair.after} reservation={reservation} zone={zone} />
          </div>
        </Card>
      ))}
    </div>
  )
}

/** Of each view the last photo of either record; views without any are left out. */
function pairsOf(protocols: readonly ProtocolRecord[]): Pair[] {
  const last = (kind: ProtocolKind, view: PhotoView) =>
    protocols.find((record) => record.kind === kind)?.photos.findLast((photo) => photo.view === view)
  return PHOTO_VIEWS.map((view) => ({ view, before: last('PICK_UP', view), after: last('RETURN', view) })).filter(
    ({ before, after }) => before || after,
  )
}

function Overlay({
  pair: { view, before, after },
  reservation,
}: {
  pair: { view: PhotoView; before: Photo; after: Photo }
  reservation: string
}) {
  const t = useText('protocol')
  const { language } = useLanguage()
  const label = `${t(`view.${view}`)}: ${t('compare.stops')}`
  return (
    <div className="overlay">
      <div className="overlaid">
        <Picture reservation={reservation} photo={before} />
        <div className="overlaid-after">
          <Picture reservation={reservation} photo={after} />
        </div>
      </div>
      <div className="stops" role="radiogroup" aria-label={label}>
        {STOPS.map((stop) => (
          <label key={stop}>
            <input
              type="radio"
              name={`overlay-${view}`}
              className={`stop-${stop}`}
              defaultChecked={stop === 50}
              aria-label={t('compare.share', { percent: formatPercent(stop, language) })}
            />
          </label>
        ))}
      </div>
      <OverlaySlider label={`${t(`view.${view}`)}: ${t('compare.slide')}`} />
      <p className="row between xs mute" aria-hidden="true">
        <span>{t('compare.before')}</span>
        <span>{t('compare.after')}</span>
      </p>
    </div>
  )
}

function Picture({ reservation, photo: { id, width, height } }: { reservation: string; photo: Photo }) {
  const { language } = useLanguage()
  const address = pathIn(language, `/protocol-photos/${reservation}/${id}`)
  return <img src={address} alt="" width={width} height={height} loading="lazy" />
}

function Side({
  label,
  photo,
  reservation,
  zone,
}: {
  label: string
  photo: Photo | undefined
  reservation: string
  zone: string
}) {
  const times = usePhotoTimes(zone)
  const { language } = useLanguage()
  if (!photo) return null
  const address = pathIn(language, `/protocol-photos/${reservation}/${photo.id}`)
  return (
    <figure className="stack stack-1">
      <a href={address}>
        <img src={address} alt={label} width={photo.width} height={photo.height} loading="lazy" />
      </a>
      <figcaption className="sm">
        <b>{label}</b>
        <br />
        {times(photo)}
        <br />
        <span className="ltr hash xs mute">{photo.sha256}</span>
      </figcaption>
    </figure>
  )
}

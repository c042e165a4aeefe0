import { type ReactNode, useState } from 'react'
import { kindOf } from '#app/features/booking/book-address.ts'
import type { ShownAd } from '#app/features/booking/booking-form.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { IMAGE_PRESETS } from '#app/rules/constants.ts'
import { largePhotoName } from '#app/rules/text/large-photo.ts'
import { PHOTOS_A_VEHICLE } from '#app/rules/text/picture.ts'
import { Picture } from '#app/ui/brand/picture.tsx'
import { insteadOfLink } from '#app/ui/dialog-link.ts'
import { LargePhotosPlace } from './large-photos-place.live.tsx'

/** A picture in its frame, and the thumbnail that links to it. */
type Shown = { key: string; large: ReactNode; small: ReactNode; className: string }

/**
 * The vehicle's photos, or drawings of it from four sides: a row that snaps to one picture at a time, and thumbnails
 * that link to each. It needs no script.
 */
export function Gallery({ ad }: { ad: ShownAd }) {
  const t = useText('booking')
  const [opened, setOpened] = useState<string>()
  const photos = usePhotos(ad, setOpened)
  const drawings = useDrawings(ad)
  const pictures = photos.length > 0 ? photos : drawings
  return (
    <div>
      <div className="gallery">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
        <section className="views" tabIndex={0} aria-label={t('photos')}>
          {pictures.map(({ key, large, className }, index) => (
            <div key={key} id={`view-${index + 1}`} className={className}>
              {large}
            </div>
          ))}
        </section>
        {pictures.length > 1 && (
          <ul className="thumbs">
            {pictures.map(({ key, small, className }, index) => (
              <li key={key}>
                <a href={`#view-${index + 1}`} className={className}>
                  {small}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      {photos.length === 0 && <p className="xs mute">{t('drawn')}</p>}
      <LargePhotosPlace ad={ad} opened={opened} pathOf={largePhotoPath} onClose={() => setOpened(undefined)} />
    </div>
  )
}

const largePhotoPath = (key: string) => `/pictures/${largePhotoName(key)}`

/** A photo that has a large file is a link to it, which scripts open over the page. */
function usePhotos({ photos, title }: ShownAd, open: (key: string) => void): Shown[] {
  const t = useText('booking')
  const { language } = useLanguage()
  return photos.slice(0, PHOTOS_A_VEHICLE).map(({ key: name, alt, large }, index) => {
    const n = formatNumber(index + 1, language)
    const picture = { name, alt: alt ?? t('photoOf', { title, n }), preset: 'large' as const, lazy: index > 0 }
    return {
      key: name,
      large: large ? (
        <a
          className="zoom"
          href={largePhotoPath(name)}
          aria-label={t('largePhotos.open', { n })}
          onClick={(event) => insteadOfLink(event, () => open(name))}
        >
          <Picture {...picture} />
        </a>
      ) : (
        <Picture {...picture} />
      ),
      small: <Picture name={name} alt={t('photo', { n })} />,
      className: 'studio full',
    }
  })
}

function useDrawings({ views, title, colour, category }: ShownAd): Shown[] {
  const t = useText('booking')
  return views.map(({ view, drawing }, index) => {
    const what = view === 'inside' && kindOf(category) === 'motor' ? 'cockpit' : view
    const img = (alt: string) => (
      <img
        className={view === 'side' ? 'art' : undefined}
        src={`/pictures/${drawing}.svg`}
        alt={alt}
        {...IMAGE_PRESETS.large}
        // Of the pictures that are not in view at first, the head of the page gets no preloading links.
        loading={index > 0 ? 'lazy' : undefined}
      />
    )
    return {
      key: drawing,
      large: img(t('picture', { title, colour, view: what })),
      small: img(t('view', { view: what })),
      className: view === 'inside' ? 'studio full' : 'studio',
    }
  })
}

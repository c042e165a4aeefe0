import { IMAGE_PRESETS, type ImagePreset } from '#app/rules/constants.ts'
import { isArtworkKey, type PictureFormat, pictureName } from '#app/rules/text/picture.ts'

/**
 * A vehicle's picture in one of the presets. Drawings face the reading direction; photos are never mirrored. `wide`
 * is a larger preset for screens from 900 px on. `name` is the picture's key: `suv-white`.
 */
export function Picture({
  name,
  alt,
  preset = 'small',
  wide,
  lazy,
  className,
}: {
  name: string
  alt: string
  preset?: ImagePreset
  wide?: ImagePreset
  lazy?: boolean
  className?: string
}) {
  return (
    <picture className={className}>
      {wide && <source media="(min-width: 56.25rem)" type="image/avif" srcSet={path(name, wide, 'avif')} />}
      <source type="image/avif" srcSet={path(name, preset, 'avif')} />
      <img
        className={isArtworkKey(name) ? 'art' : undefined}
        src={path(name, wide ?? preset, 'webp')}
        alt={alt}
        {...IMAGE_PRESETS[preset]}
        loading={lazy ? 'lazy' : undefined}
        decoding="async"
      />
    </picture>
  )
}

function path(name: string, preset: ImagePreset, format: PictureFormat) {
  return `/pictures/${pictureName(name, preset, format)}`
}

import { COVER_SIZES, coverName, isCoverKey } from '#app/rules/text/cover.ts'
import { sceneOf } from './post-scenes.ts'

interface PostPictureProps {
  picture: string | null
  /** What an uploaded picture shows; drawings decorate. */
  alt: string | null
  size: 'card' | 'page'
  lazy?: boolean | undefined
}

const DRAWN = { card: { width: 240, height: 120 }, page: { width: 640, height: 280 } }

/** A post's picture in a list or on its page: uploaded, or a drawing. */
export function PostPicture({ picture, alt, size, lazy }: PostPictureProps) {
  const shared = {
    ...DRAWN[size],
    className: size === 'page' ? 'cover' : undefined,
    loading: lazy ? 'lazy' : undefined,
  } as const
  if (isCoverKey(picture)) {
    const at = (name: 'card' | 'page' | 'wide') => `/pictures/${coverName(picture, name)}`
    const { width, height } = COVER_SIZES[size]
    return size === 'card' ? (
      <img {...shared} src={at('card')} alt={alt ?? ''} />
    ) : (
      <img
        {...{ ...shared, width, height }}
        src={at('page')}
        srcSet={`${at('page')} ${COVER_SIZES.page.width}w, ${at('wide')} ${COVER_SIZES.wide.width}w`}
        sizes="(min-width: 45rem) 40rem, 100vw"
        alt={alt ?? ''}
      />
    )
  }
  const scene = sceneOf(picture)
  return scene ? <img {...shared} src={scene} alt="" /> : null
}

/** The path of the picture for shared links and search engines; undefined where it is none that was uploaded. */
export function sharedCover(picture: string | null): string | undefined {
  return isCoverKey(picture) ? `/pictures/${coverName(picture, 'share')}` : undefined
}

import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import type { Message } from './message-list.tsx'

type AttachedFile = NonNullable<Message['attached_file']>

const KILOBYTE = 1000
const MEGABYTE = 1_000_000
/** As wide as a message is on a phone; the picture itself may be larger. */
const SHOWN_WIDTH = 280

/** A picture as a picture, anything else as a link with its name and size. */
export function FileOfMessage({ file }: { file: AttachedFile }) {
  const t = useText('chat')
  const { language } = useLanguage()
  const { width, height, name } = file
  const address = pathIn(language, `/files/${file.id}`)
  if (file.type.startsWith('image/') && width && height) {
    const shown = Math.min(SHOWN_WIDTH, width)
    return (
      <a href={address}>
        <img
          src={address}
          alt={t('file.picture', { name })}
          width={shown}
          height={Math.round((shown * height) / width)}
        />
      </a>
    )
  }
  return (
    <a className="msg-file" href={address}>
      <Icon name="file" size="l" className="brand" />
      <span>
        <b className="sm">
          <bdi>{name}</bdi>
        </b>
        <FileSize bytes={file.size} />
      </span>
    </a>
  )
}

function FileSize({ bytes }: { bytes: number }) {
  const t = useText('chat')
  const { language } = useLanguage()
  const large = bytes >= MEGABYTE
  const size = large ? (bytes / MEGABYTE).toFixed(1) : String(Math.max(1, Math.round(bytes / KILOBYTE)))
  return <span className="block xs">{t(large ? 'file.mb' : 'file.kb', { size: localDigits(size, language) })}</span>
}

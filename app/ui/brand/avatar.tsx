import { pathIn } from '#app/i18n/language.ts'
import { useLanguage } from '#app/i18n/text/text.tsx'
import { Icon } from './icon.tsx'

type Props = { name: string | null; picture: string | null; small?: boolean }

/** A person's picture or the first letter of their name. Decorative: the name itself is beside it. */
export function Avatar({ name, picture, small }: Props) {
  const { language } = useLanguage()
  const className = small ? 'ava ava-s' : 'ava'
  const side = small ? 36 : 48
  if (picture) {
    const address = pathIn(language, `/avatars/${picture}`)
    return <img className={className} src={address} alt="" width={side} height={side} decoding="async" />
  }
  return (
    <span className={className} aria-hidden="true">
      {name ? [...name][0] : <Icon name="user" />}
    </span>
  )
}

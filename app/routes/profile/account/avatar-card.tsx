import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Card } from '#app/ui/card.tsx'

/** A person's picture, and the way to the page that changes it. */
export function AvatarCard({ picture }: { picture: string | null }) {
  const t = useText('info')
  const { language } = useLanguage()
  return (
    <Card id="avatar" title={t('avatar.title')} className="stack stack-2">
      <div className="row">
        {picture && <OwnAvatar picture={picture} />}
        <a className="btn btn-s" href={pathIn(language, '/profile/profile/avatar')}>
          {t(picture ? 'avatar.replace' : 'avatar.set')}
        </a>
      </div>
    </Card>
  )
}

/** The picture as its owner sees it, large. */
export function OwnAvatar({ picture }: { picture: string }) {
  const t = useText('info')
  const { language } = useLanguage()
  const address = pathIn(language, `/avatars/${picture}`)
  return <img className="ava ava-l" src={address} alt={t('avatar.current')} width={96} height={96} />
}

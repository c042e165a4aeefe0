import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'

/** Links out of a desk: to the site and to one's own account, and the sign-out. */
export function AccountLinks() {
  const shell = useText('shell')
  const t = useText('common')
  const { language } = useLanguage()
  return (
    <>
      <a href={pathIn(language, '/')}>
        <Icon name="globe" />
        {shell('site')}
      </a>{' '}
      <a href={pathIn(language, '/profile/profile')}>
        <Icon name="user" />
        {t('nav.profile')}
      </a>{' '}
      <PostForm as="form" action={pathIn(language, '/logout')}>
        <input type="hidden" name="returnUrl" value={pathIn(language, '/')} />
        <button type="submit" className="bad">
          <Icon name="logout" flip />
          {t('nav.signOut')}
        </button>
      </PostForm>
    </>
  )
}

import { useRouteLoaderData } from 'react-router'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'

/** Adds a vehicle to the favourites or removes it, with a form that redirects back to `returnUrl`. */
export function Heart({ ad, returnUrl }: { ad: { id: number; title: string }; returnUrl: string }) {
  const t = useText('common')
  const { language } = useLanguage()
  const root = useRouteLoaderData<{ favourites: number[] }>('root')
  const isKept = root?.favourites.includes(ad.id) ?? false
  return (
    <PostForm as="form" action={pathIn(language, '/favourites')} aria-label={ad.title} isRepeatable>
      <input type="hidden" name="id" value={ad.id} />
      <input type="hidden" name="intent" value={isKept ? 'remove' : 'add'} />
      <input type="hidden" name="returnUrl" value={returnUrl} />
      <button type="submit" className={isKept ? 'btn btn-s heart is-kept' : 'btn btn-s heart'}>
        <Icon name="heart" />
        {t(isKept ? 'favourites.remove' : 'favourites.add')}
        <span className="vh">{` ${ad.title}`}</span>
      </button>
    </PostForm>
  )
}

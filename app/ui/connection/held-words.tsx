import { useText } from '#app/i18n/text/text.tsx'
import sprite from '#app/ui/brand/icons.svg?url&no-inline'

/**
 * The script of a page without React that has a form (`plain-forms.live.ts`), with what it says where that does not get
 * through: as attributes, for text browsers show what is in any other element.
 * @param props.person who is signed in
 */
export function HeldWords({ person, script }: { person: string | undefined; script: string | undefined }) {
  const t = useText('common')
  return (
    <script
      src={script}
      async
      fetchPriority="low"
      data-person={person}
      data-icon={`${sprite}#alert`}
      data-form={t('held.form')}
      data-page={t('held.page')}
      data-restored={t('held.restored')}
      data-failed={t('error.serverText')}
      data-again={t('error.again')}
    />
  )
}

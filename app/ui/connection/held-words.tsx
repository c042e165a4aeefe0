import { useText } from '#app/i18n/text/text.tsx'
import sprite from '#app/ui/brand/icons.svg?url&no-inline'

/**
 * The script for forms on pages without React (`plain-forms.live.ts`), with its messages for requests that do not get
 * through: as attributes, because text browsers show the content of hidden elements.
 * @param props.person the signed-in person
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

import { useText } from '#app/i18n/text/text.tsx'
import { SubmitButton } from '#app/ui/form/form.tsx'

/** Buttons that save an entry, delete an existing one, or go back. */
export function EntryButtons({ isNew, back }: { isNew: boolean; back: string }) {
  const t = useText('directory')
  return (
    <div className="row">
      <SubmitButton name="intent" value="save">
        {t('save')}
      </SubmitButton>
      {!isNew && (
        <SubmitButton name="intent" value="remove" className="btn btn-bad" formNoValidate>
          {t('remove')}
        </SubmitButton>
      )}
      <a className="btn" href={back}>
        {t('back')}
      </a>
    </div>
  )
}

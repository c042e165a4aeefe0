import { useText } from '#app/i18n/text/text.tsx'
import { FileField } from '#app/ui/form/file-field.tsx'
import type { ReplyForm } from '#app/ui/form/form.tsx'
import type { WaitingFile } from './take-files.server.ts'

const ACCEPTED = '.jpg,.jpeg,.png,.pdf,image/jpeg,image/png,application/pdf'

/** A field for files to send with a message. Files that an earlier submission has uploaded stay, each with a checkbox to remove it. */
export function FilesField({ form, waiting }: { form: ReplyForm; waiting: readonly WaitingFile[] }) {
  const t = useText('tickets')
  return (
    <>
      {waiting.length > 0 && (
        <fieldset className="stack stack-1">
          <legend>{t('kept')}</legend>
          {waiting.map(({ id, name }) => (
            <label key={id} className="check">
              <input type="checkbox" name="attachments" value={`${id} ${name}`} defaultChecked />
              <bdi>{name}</bdi>
            </label>
          ))}
        </fieldset>
      )}
      <FileField
        // The chosen files are uploaded by now, so the input starts empty again.
        key={waiting.map(({ id }) => id).join()}
        {...form.field('files')}
        multiple
        accept={ACCEPTED}
        label={t('files')}
        hint={t('filesHint')}
        optional
      />
    </>
  )
}

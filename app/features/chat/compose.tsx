import { FilesField } from '#app/features/support/files-field.tsx'
import type { WaitingFile } from '#app/features/support/take-files.server.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { CHAT_MESSAGE_LENGTH } from '#app/rules/constants.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type ReplyForm, SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextArea } from '#app/ui/form/text-field.tsx'
import { EmojiPicker } from './emoji-picker.tsx'

/** The form that sends a message to a room's page. */
export function Compose({
  form,
  action,
  locationHref,
  waiting,
}: {
  form: ReplyForm
  /** The path of the room's page, without language. */
  action: string
  /** The path of the page that finds a place for a message; absent where there is none. */
  locationHref?: string
  waiting: readonly WaitingFile[]
}) {
  const t = useText('chat')
  const files = useText('tickets')
  const liveText = useText('live')
  const { language } = useLanguage()
  return (
    <PostForm {...form.props} action={action} encType="multipart/form-data" className="stack stack-2 compose">
      <ErrorSummary id="chat-errors" entries={form.summary({ message: t('message'), files: files('files') })} />
      <input type="hidden" name="client_id" value={form.value('client_id')} />
      <TextArea {...form.field('message')} label={t('message')} rows={2} maxLength={CHAT_MESSAGE_LENGTH} dir="auto" />
      <FilesField form={form} waiting={waiting} />
      <div className="row">
        <SubmitButton>
          <Icon name="send" flip />
          {t('send')}
        </SubmitButton>
        <EmojiPicker />
        {locationHref && (
          <a className="btn btn-s btn-bare" href={pathIn(language, locationHref)}>
            <Icon name="pin" />
            {liveText('chooseLocation')}
          </a>
        )}
      </div>
    </PostForm>
  )
}

import { EmojiPicker } from '#app/features/chat/emoji-picker.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { CHAT_MESSAGE_LENGTH } from '#app/rules/constants.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { type ReplyForm, SubmitButton } from '#app/ui/form.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { TextArea, TextField } from '#app/ui/text-field.tsx'
import { chatHref, locationHref } from './chat-href.ts'

/** Of pictures and PDFs (§5); what a file is, its content decides. */
const ACCEPTED = '.jpg,.jpeg,.png,.pdf'

/** The form that sends a message. */
export function Compose({ form, room }: { form: ReplyForm; room: string | undefined }) {
  const t = useText('chat')
  const live = useText('live')
  const { language } = useLanguage()
  return (
    <PostForm {...form.props} action={chatHref(room)} encType="multipart/form-data" className="stack stack-2 compose">
      <ErrorSummary id="chat-errors" entries={form.summary({ message: t('message'), file: t('attach') })} />
      <input type="hidden" name="client_id" value={form.value('client_id')} />
      <TextArea {...form.field('message')} label={t('message')} rows={2} maxLength={CHAT_MESSAGE_LENGTH} dir="auto" />
      <TextField
        {...form.field('file')}
        type="file"
        accept={ACCEPTED}
        label={t('attach')}
        hint={t('attachHint')}
        optional
      />
      <div className="row">
        <SubmitButton>
          <Icon name="send" flip />
          {t('send')}
        </SubmitButton>
        <EmojiPicker />
        <a className="btn btn-s btn-bare" href={pathIn(language, locationHref(room))}>
          <Icon name="pin" />
          {live('chooseLocation')}
        </a>
      </div>
    </PostForm>
  )
}

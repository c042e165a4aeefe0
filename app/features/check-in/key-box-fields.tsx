import { useText } from '#app/i18n/text/text.tsx'
import { KEY_PLACE_MAX } from '#app/rules/reservation/check-in/key-box.ts'
import type { ReplyForm } from '#app/ui/form/form.tsx'
import { TextArea, TextField } from '#app/ui/form/text-field.tsx'

/** Where a key box and its vehicle are. */
export function KeyPlaceField({ form }: { form: ReplyForm }) {
  const t = useText('keybox')
  return (
    <TextArea
      {...form.field('place')}
      label={t('desk.place')}
      hint={t('desk.placeHint')}
      rows={2}
      maxLength={KEY_PLACE_MAX}
      required
    />
  )
}

/** What opens it. */
export function KeyCodeField({ form, hint }: { form: ReplyForm; hint: string }) {
  const t = useText('keybox')
  return (
    <TextField
      {...form.field('code')}
      label={t('desk.code')}
      hint={hint}
      dir="ltr"
      maxLength={20}
      autoComplete="off"
      required
    />
  )
}

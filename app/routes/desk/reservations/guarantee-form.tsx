import { useText } from '#app/i18n/text/text.tsx'
import { MOVABLE } from '#app/rules/reservation/reservation-status.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { FileField } from '#app/ui/form/file-field.tsx'
import { type ReplyForm, SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import type { DeskOne } from './own.server.ts'

/** Whether staff may still add the picture of a guarantee: before the hand-over, and once they see the customer's papers. */
export function wantsGuarantee({ status, deposit, seen }: DeskOne): boolean {
  return MOVABLE.includes(status) && deposit.requested && !deposit.uploaded_at && seen !== 'FIRST_NAME'
}

/** Takes the picture of a guarantee that the customer shows at the counter or sent by other means. */
export function GuaranteeForm({ form }: { form: ReplyForm }) {
  const t = useText('desk')
  return (
    <PostForm className="stack stack-2 max-w-md" encType="multipart/form-data">
      <input type="hidden" name="intent" value="guarantee" />
      <FileField
        {...form.field('image')}
        accept="image/jpeg,image/png,image/webp,image/avif"
        required
        label={t('one.guaranteePicture')}
        hint={t('one.guaranteeHint')}
      />
      <div>
        <SubmitButton className="btn">
          <Icon name="upload" />
          {t('one.guaranteeAdd')}
        </SubmitButton>
      </div>
    </PostForm>
  )
}

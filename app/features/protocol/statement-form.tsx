import { STATEMENT_LENGTH } from '#app/rules/reservation/charges/dispute.ts'
import { type ReplyForm, SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextArea } from '#app/ui/form/text-field.tsx'

/**
 * What a side says about one of the proposals of a page, sent with the button's `intent`. Its errors show at the proposal that was
 * sent.
 */
export function StatementForm({
  proposal,
  form,
  label,
  hint,
  intent,
  submit,
}: {
  proposal: string
  form: ReplyForm
  label: string
  hint: string
  intent: string
  submit: string
}) {
  const { id, name, defaultValue, fieldErrors } = form.field('message')
  const isMeant = form.value('proposal') === proposal
  return (
    <PostForm className="stack stack-2">
      <input type="hidden" name="proposal" value={proposal} />
      <TextArea
        id={isMeant ? id : `message-${proposal}`}
        name={name}
        {...(isMeant && { defaultValue, fieldErrors })}
        label={label}
        hint={hint}
        rows={3}
        maxLength={STATEMENT_LENGTH}
        required
      />
      <div>
        <SubmitButton name="intent" value={intent} className="btn">
          {submit}
        </SubmitButton>
      </div>
    </PostForm>
  )
}

import { useText } from '#app/i18n/text/text.tsx'
import { Card } from '#app/ui/card.tsx'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import type { Conversation } from './conversation.tsx'

/** Who deals with a conversation: to take it, to give it back, to hand it to a colleague. */
export function AssignCard({ conversation: { assignee, is_mine, operators } }: { conversation: Conversation }) {
  const t = useText('inbox')
  const me = operators.find(({ is_me }) => is_me)
  const seen = <input type="hidden" name="seen" value={assignee?.id ?? ''} />
  return (
    <Card id="assignee" title={t('assign.title')} className="stack stack-2">
      <p>{assignee ? <bdi>{is_mine ? t('mine') : assignee.name}</bdi> : t('assign.nobody')}</p>
      <PostForm>
        {seen}
        <input type="hidden" name="assignee" value={is_mine ? '' : (me?.id ?? '')} />
        <SubmitButton name="intent" value="assign" className={assignee ? 'btn btn-s' : 'btn btn-s btn-go'}>
          {t(is_mine ? 'assign.release' : 'assign.take')}
        </SubmitButton>
      </PostForm>
      <PostForm className="stack stack-2">
        {seen}
        <SelectField
          id="assignee-to"
          name="assignee"
          label={t('assign.to')}
          defaultValue={assignee?.id ?? ''}
          options={[
            { value: '', label: t('assign.nobody') },
            ...operators.map(({ id, name, is_me }) => ({ value: id, label: is_me ? t('mine') : name })),
          ]}
        />
        <SubmitButton name="intent" value="assign" className="btn btn-s">
          {t('assign.do')}
        </SubmitButton>
      </PostForm>
    </Card>
  )
}

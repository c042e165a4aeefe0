import { localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Card } from '#app/ui/card.tsx'
import { FieldGroup } from '#app/ui/form/field.tsx'
import { type ReplyForm, SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextArea } from '#app/ui/form/text-field.tsx'
import { Stars } from '#app/ui/rating.tsx'
import type { OwnTrip } from './own-trip.server.ts'
import '../../../../styles/profile.css'

const SCORES = ['1', '2', '3', '4', '5']
const COMMENT_LENGTH = 2000

/** After a completed rental: a score, once, and words for others. */
export function ReviewCard({ trip, form }: { trip: OwnTrip; form: ReplyForm }) {
  const t = useText('trips')
  if (trip.status !== 'COMPLETED') return null
  return (
    <Card id="review" title={t('rate.title')} className="stack">
      {trip.may_rate && <RateForm form={form} />}
      {trip.score !== null && (
        <p className="row row-s">
          {t('rate.given')} <Stars score={trip.score} />
        </p>
      )}
      <PostForm className="stack stack-2">
        <input type="hidden" name="intent" value="comment" />
        <TextArea
          {...form.field('body')}
          label={t('comment.label')}
          hint={t('comment.hint')}
          maxLength={COMMENT_LENGTH}
          rows={4}
          required
        />
        <div>
          <SubmitButton className="btn">{t('comment.send')}</SubmitButton>
        </div>
      </PostForm>
      <p className="xs mute">{t('rate.driver')}</p>
    </Card>
  )
}

function RateForm({ form }: { form: ReplyForm }) {
  const t = useText('trips')
  const { language } = useLanguage()
  const { id } = form.field('score')
  return (
    <PostForm className="stack stack-2">
      <input type="hidden" name="intent" value="rate" />
      <FieldGroup id={id} fieldErrors={form.fieldErrors('score')} label={t('rate.label')}>
        <div className="seg scores">
          {SCORES.map((score) => (
            <label key={score}>
              <input type="radio" name="score" value={score} required defaultChecked={form.isChosen('score', score)} />
              <span className="vh">{t('rate.stars', { n: localDigits(score, language) })}</span>
              <span aria-hidden="true">{localDigits(score, language)}</span>
              <Icon name="star" size="s" className="star" />
            </label>
          ))}
        </div>
      </FieldGroup>
      <div>
        <SubmitButton>{t('rate.send')}</SubmitButton>
      </div>
    </PostForm>
  )
}

import { Link } from 'react-router'
import { useText } from '#app/i18n/text/text.tsx'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'

const WAYS = ['push', 'email', 'sms'] as const
const SUBJECTS = ['booking', 'payment'] as const

type Chosen = Record<(typeof WAYS)[number] | (typeof SUBJECTS)[number] | 'marketing', boolean>

/**
 * By which ways, and about what, the site may write to a person (§3, "Default notification settings"). News are a choice of those
 * who follow a topic; nobody else gets any.
 */
export function NotificationsForm({ chosen, hasTopics }: { chosen: Chosen; hasTopics: boolean }) {
  const t = useText('info')
  const boxes = (names: readonly (keyof Chosen)[]) =>
    names.map((name) => (
      <Checkbox key={name} id={`notify-${name}`} name={name} checked={chosen[name]}>
        {t(`notifications.${name}`)}
      </Checkbox>
    ))
  return (
    <PostForm className="card stack" aria-labelledby="notifications-title">
      <h2 id="notifications-title">{t('notifications.title')}</h2>
      <div className="grid2">
        <fieldset>
          <legend>{t('notifications.how')}</legend>
          {boxes(WAYS)}
        </fieldset>
        <fieldset>
          <legend>{t('notifications.what')}</legend>
          {boxes(SUBJECTS)}
          {hasTopics && boxes(['marketing'])}
        </fieldset>
      </div>
      <p className="soft sm">{t('notifications.always')}</p>
      {!hasTopics && chosen.marketing && <input type="hidden" name="marketing" value="on" />}
      <p>
        <Link to="/profile/notifications/topics">{t('notifications.topics')}</Link>
      </p>
      <p>
        <Link to="/profile/price-alerts">{t('notifications.alerts')}</Link>
      </p>
      <p>
        <Link to="/profile/notifications">{t('notifications.sent')}</Link>
      </p>
      <div>
        <SubmitButton name="intent" value="notifications" className="btn">
          {t('notifications.save')}
        </SubmitButton>
      </div>
    </PostForm>
  )
}

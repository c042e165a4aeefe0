import { Link } from 'react-router'
import { useText } from '#app/i18n/text/text.tsx'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'

const WAYS = ['push', 'email', 'sms'] as const
const SUBJECTS = ['booking', 'payment', 'marketing'] as const

type Chosen = Record<(typeof WAYS)[number] | (typeof SUBJECTS)[number], boolean>

/** By which ways, and about what, the site may write to a person (§3, "Default notification settings"). */
export function NotificationsForm({ chosen }: { chosen: Chosen }) {
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
        </fieldset>
      </div>
      <p className="soft sm">{t('notifications.always')}</p>
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

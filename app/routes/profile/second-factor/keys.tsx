import { Link } from 'react-router'
import { useKnowsKeys } from '#app/features/sign-in/security-key.live.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'

interface Key {
  id: string
  name: string
  /** Instants in words. */
  added: string
  used: string | null
}

const PATH = '/profile/second-factor'

/** The security keys that stand in for the app's codes; adding one is for browsers that know them. */
export function Keys({ keys, mayAdd }: { keys: readonly Key[]; mayAdd: boolean }) {
  const t = useText('factor')
  const knowsKeys = useKnowsKeys()
  if (!knowsKeys && keys.length === 0) return null
  return (
    <section className="card stack" aria-labelledby="keys">
      <h2 id="keys">{t('keys.title')}</h2>
      <p className="soft">{t('keys.text')}</p>
      {keys.length > 0 && (
        <ul className="stack stack-2">
          {keys.map((key) => (
            <OneKey key={key.id} {...key} />
          ))}
        </ul>
      )}
      {knowsKeys && mayAdd && (
        <p>
          <Link className="btn" to={`${PATH}/key`}>
            {t('keys.add')}
          </Link>
        </p>
      )}
    </section>
  )
}

function OneKey({ id, name, added, used }: Key) {
  const t = useText('factor')
  return (
    <li className="row between">
      <div>
        <b>
          <bdi>{name}</bdi>
        </b>
        <p className="sm mute">{t('keys.added', { at: added })}</p>
        <p className="sm mute">{used ? t('keys.used', { at: used }) : t('keys.unused')}</p>
      </div>
      <PostForm action={PATH}>
        <input type="hidden" name="id" value={id} />
        <SubmitButton name="intent" value="removeKey" className="btn btn-s">
          {t('keys.remove')}
          <span className="vh">: {name}</span>
        </SubmitButton>
      </PostForm>
    </li>
  )
}

import { useText } from '#app/i18n/text/text.tsx'
import { Card } from '#app/ui/card.tsx'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Tag } from '#app/ui/tag.tsx'

interface Session {
  id: string
  device: string
  /** When it was used last, in words. */
  used: string
  current: boolean
}

/** Where one is signed in; every device but this one can be signed out from here. */
export function Devices({ sessions }: { sessions: readonly Session[] }) {
  const t = useText('info')
  return (
    <Card id="devices" title={t('devices.title')} className="stack">
      <ul className="stack stack-2">
        {sessions.map(({ id, device, used, current }) => (
          <li key={id} className="row between">
            <div>
              <b>{device}</b> {current && <Tag kind="ok">{t('devices.current')}</Tag>}
              <p className="sm mute">{t('devices.used', { at: used })}</p>
            </div>
            {!current && (
              <PostForm>
                <input type="hidden" name="id" value={id} />
                <SubmitButton name="intent" value="end" className="btn btn-s">
                  {t('devices.end')}
                  <span className="vh">: {t('devices.endOf', { device, at: used })}</span>
                </SubmitButton>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

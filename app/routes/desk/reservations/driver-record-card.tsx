import { useText } from '#app/i18n/text/text.tsx'
import { DRIVER_FACTS } from '#app/rules/reservation/driver-record.ts'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import type { DeskOne } from './own.server.ts'

/** How rentals with this driver went: what other companies recorded, and a form for this one after the return (design/golive, screen 51). */
export function DriverRecordCard({ one: { driver_record } }: { one: DeskOne }) {
  const t = useText('desk')
  const { own, recordable, others } = driver_record
  if (!own && !recordable && !others) return null
  return (
    <Card id="driver-record" title={t('driver.title')} className="stack stack-2">
      {others && (
        <dl className="sum">
          {DRIVER_FACTS.map((fact) => (
            <div key={fact}>
              <dt>{t(`driver.${fact}`)}</dt>
              <dd>{t('driver.of', { n: others[fact], all: others.rentals })}</dd>
            </div>
          ))}
        </dl>
      )}
      {recordable ? (
        <PostForm className="stack stack-2">
          {DRIVER_FACTS.map((fact) => (
            <Checkbox key={fact} id={`driver-${fact}`} name={fact} checked={own?.[fact] ?? true}>
              {t(`driver.${fact}`)}
            </Checkbox>
          ))}
          <div>
            <SubmitButton name="intent" value="driver" className="btn btn-s">
              {t('driver.save')}
            </SubmitButton>
          </div>
        </PostForm>
      ) : (
        own && (
          <ul className="stack stack-1 sm">
            {DRIVER_FACTS.map((fact) => (
              <li key={fact}>
                {t(`driver.${fact}`)}: {t(own[fact] ? 'driver.yes' : 'driver.no')}
              </li>
            ))}
          </ul>
        )
      )}
      <p className="xs mute">{t('driver.private')}</p>
    </Card>
  )
}

import { bookHref } from '#app/features/booking/book-address.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Picture } from '#app/ui/brand/picture.tsx'
import { Card, Facts } from '#app/ui/card.tsx'
import { Money } from '#app/ui/price.tsx'
import type { Route } from './+types/vehicle'

/** How customers see the vehicle, and the possible actions on its listing. */
export function VehicleState({ vehicle }: { vehicle: Route.ComponentProps['loaderData']['vehicle'] }) {
  const t = useText('fleet')
  const desk = useText('desk')
  const { language } = useLanguage()
  const { id, title, picture, state, p30, currency, rating, coming, category } = vehicle
  const isOn = state === 'OFFERED' || state === 'AWAITING_LOOK'
  const own = pathIn(language, `/desk/fleet/${id}`)
  const facts = [
    { key: 'price', label: t('site.from'), value: <Money amount={p30} currency={currency} /> },
    {
      key: 'rating',
      label: t('site.rating'),
      value:
        rating.score === null
          ? '—'
          : `${formatNumber(rating.score, language)} (${formatNumber(rating.count, language)})`,
    },
    {
      key: 'coming',
      label: t('site.coming'),
      value: <a href={pathIn(language, `/desk/reservations?vehicle=${id}`)}>{formatNumber(coming.count, language)}</a>,
    },
  ]
  return (
    <aside className="stack">
      <Card id="site" title={t('site.title')} className="stack">
        <div className="studio">
          <Picture name={picture} alt={title} preset="large" />
        </div>
        <Facts facts={facts} />
        {state === 'OFFERED' && (
          <a className="btn" href={bookHref(language, { id, category })}>
            <Icon name="eye" />
            {t('site.page')}
          </a>
        )}
      </Card>
      {state !== 'RETIRED' && (
        <Card id="listing" title={t('state.title')} className="stack stack-2">
          {(isOn || state === 'PAUSED') && (
            <a className="btn" href={`${own}/pause`}>
              <Icon name={isOn ? 'pause' : 'undo'} />
              {t(isOn ? 'pause.title' : 'resume.title')}
            </a>
          )}
          <a className="btn btn-bare" href={`${own}/retire`}>
            {t('retire.title')}
          </a>
        </Card>
      )}
      {state === 'RETIRED' && <p className="soft">{desk('fleet.state.RETIRED')}</p>}
    </aside>
  )
}

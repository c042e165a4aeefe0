import { z } from 'zod'
import { VehicleMove } from '#app/contract/company/reservations/reservations.ts'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { Plate } from '#app/features/desk/plate.tsx'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { Card } from '#app/ui/card.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { EmptyState } from '#app/ui/page/empty-state.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/list'
import { Reason } from './reason.tsx'
import { Ways } from './ways.tsx'

export const handle: PageHandle = { title: 'risk/title', areas: ['risk', 'errors'], noJs: true }

export const loader = ({ context }: Route.LoaderArgs) => apiOf(context).company.reservations.atRisk({})

const Move = z.object({ reservation: PublicId, ...VehicleMove.shape })

/** Gives a rental the vehicle of the same model that the page proposes. */
export async function action({ context, request }: Route.ActionArgs) {
  const t = textFor(context.get(siteContext).language, 'risk')
  return answerForm(
    { context, request },
    Move,
    async ({ reservation: id, ...wanted }) => {
      await apiOf(context).company.reservations.moveToVehicle({ id, ...wanted })
      return { to: '/desk/at-risk', said: t('moved') }
    },
    {
      at: {
        VEHICLE_TAKEN: { '': ['vehicle_taken'] },
        CHANGED_MEANWHILE: { '': ['moved_meanwhile'] },
        CHANGE_PENDING: { '': ['change_pending'] },
        STATUS_CONFLICT: { '': ['moved_meanwhile'] },
      },
    },
  )
}

export type Risk = Route.ComponentProps['loaderData']['results'][number]

/** Rentals that something endangers, with the ways out in the order of what they cost. Nothing is cancelled by itself. */
export default function AtRisk({ loaderData: { count, results }, actionData }: Route.ComponentProps) {
  const t = useText('risk')
  const form = useReply('risk', { reply: actionData?.form })
  return (
    <>
      <DeskHead title={t('title')} text={t('count', { n: count })} />
      <ErrorSummary id="risk-errors" entries={form.summary({})} />
      <div className="duo">
        <div className="stack">
          {results.length === 0 && <EmptyState title={t('none')} text={t('noneText')} />}
          {results.map((risk) => (
            <RiskCard key={risk.reservation.id} risk={risk} />
          ))}
        </div>
        <aside className="stack">
          <Card id="how" title={t('how')}>
            <ul className="stack stack-2 sm">
              <li>{t('how1')}</li>
              <li>{t('how2')}</li>
              <li>{t('how3')}</li>
            </ul>
          </Card>
        </aside>
      </div>
    </>
  )
}

function RiskCard({ risk }: { risk: Risk }) {
  const t = useText('risk')
  const { language } = useLanguage()
  const { reservation } = risk
  const { id, fullname, number, plate, ad, city, start_at } = reservation
  const at = formatInstant(new Date(start_at), city.zone, language, 'weekday')
  return (
    <article className="card stack" aria-labelledby={`risk-${id}`}>
      <div className="row between">
        <div>
          <h2 id={`risk-${id}`}>
            <a href={pathIn(language, `/desk/reservations/${id}`)}>{t('who', { name: fullname, at })}</a>
          </h2>
          <p className="sm soft row row-s">
            {ad.title} <Plate text={plate} /> {numberIn(language, number)}
          </p>
        </div>
        <Tag kind={risk.kind === 'EXTENSION' ? 'warn' : 'bad'} icon="alert">
          {t(`kind.${risk.kind}`)}
        </Tag>
      </div>
      <Reason risk={risk} />
      <h3>{t('ways')}</h3>
      <Ways risk={risk} />
    </article>
  )
}

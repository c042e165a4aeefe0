import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { Picture } from '#app/ui/picture.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { deskMeta } from '../operator-page.server.ts'
import { ReasonForm } from '../reason-form.tsx'
import { rowIdOf } from '../row-id.server.ts'
import type { Route } from './+types/photo'
import { answerJudgement } from './judgement.server.ts'
import '../../../../styles/company-desk.css'

const BACK = '/operator/moderation/photos'

export const handle: PageHandle = { areas: ['moderation'], query: [] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, params }: Route.LoaderArgs) {
  const photo = await apiOf(context).operator.photo({ id: rowIdOf(params) })
  const isDown = photo.taken_down_at !== null
  const t = textFor(context.get(siteContext).language, 'moderation')
  const title = t(isDown ? 'photo.backTitle' : 'photo.takeTitle', { vehicle: photo.vehicle.title })
  return { photo, isDown, title, meta: deskMeta(context, title) }
}

export function action({ context, params, request }: Route.ActionArgs) {
  const id = rowIdOf(params)
  return answerJudgement(
    { context, request },
    {
      judge: (judgement) => apiOf(context).operator.judgePhoto({ id, ...judgement }),
      back: BACK,
      words: { taken: 'photo.taken', isBack: 'photo.isBack' },
    },
  )
}

export default function PhotoPage({ loaderData: { photo, isDown, title }, actionData }: Route.ComponentProps) {
  const t = useText('moderation')
  const company = photo.company.name
  return (
    <>
      <DeskHead title={title} />
      <div className="stack">
        <div className="card studio">
          <Picture name={photo.key} alt={photo.alt ?? t('noAlt', { vehicle: photo.vehicle.title })} preset="large" />
        </div>
        {photo.taken_down_reason !== null && <p>{t('because', { reason: photo.taken_down_reason })}</p>}
        <ReasonForm
          id="photo"
          reply={actionData?.form}
          text={t(isDown ? 'photo.backText' : 'photo.takeText', { company })}
          decision={isDown ? 'back' : 'take'}
          submit={t(isDown ? 'photo.putBack' : 'photo.take')}
          isBad={!isDown}
          back={BACK}
          reasonHint={t('reasonHint', { company })}
        />
      </div>
    </>
  )
}

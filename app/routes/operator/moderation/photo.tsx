import { useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { Picture } from '#app/ui/brand/picture.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { ReasonForm } from '../reason-form.tsx'
import { rowIdOf } from '../row-id.server.ts'
import type { Route } from './+types/photo'
import { answerJudgement } from './judgement.server.ts'
import '../../../../styles/company-desk.css'

const BACK = '/operator/moderation/photos'

export const handle: PageHandle = { areas: ['moderation'], query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  const photo = await apiOf(context).operator.moderation.photo({ id: rowIdOf(params) })
  const isDown = photo.taken_down_at !== null
  const t = textFor(context.get(siteContext).language, 'moderation')
  const title = t(isDown ? 'photo.backTitle' : 'photo.takeTitle', { vehicle: photo.vehicle.title })
  return { photo, isDown, title, meta: { title } }
}

export function action({ context, params, request }: Route.ActionArgs) {
  const id = rowIdOf(params)
  return answerJudgement(
    { context, request },
    {
      judge: (judgement) => apiOf(context).operator.moderation.judgePhoto({ id, ...judgement }),
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
          choices={[
            isDown
              ? { value: 'back', label: t('photo.putBack') }
              : { value: 'take', label: t('photo.take'), isBad: true },
          ]}
          back={BACK}
          reasonHint={t('reasonHint', { company })}
        />
      </div>
    </>
  )
}

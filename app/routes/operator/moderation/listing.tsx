import { bookPath } from '#app/features/booking/book-address.ts'
import { directionOf, pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { Picture } from '#app/ui/brand/picture.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { ReasonForm } from '../reason-form.tsx'
import { rowIdOf } from '../row-id.server.ts'
import type { Route } from './+types/listing'
import { answerJudgement } from './judgement.server.ts'
import { LookFields, LookForm } from './look-form.tsx'
import '../../../../styles/company-desk.css'

type Context = Route.ActionArgs['context']

const BACK = '/operator/moderation/listings'

export const handle: PageHandle = { areas: ['moderation'], query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  const listing = await apiOf(context).operator.moderation.listing({ id: rowIdOf(params) })
  const isDown = listing.state === 'TAKEN_DOWN'
  const t = textFor(context.get(siteContext).language, 'moderation')
  const key = isDown ? 'listing.backTitle' : listing.state === 'AWAITING_LOOK' ? 'look.title' : 'listing.takeTitle'
  const title = t(key, { vehicle: listing.title })
  return { listing, isDown, title, meta: { title } }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const id = rowIdOf(params)
  const fields = await request.formData()
  if (LookFields.shape.decision.safeParse(fields.get('decision')).success) return look(context, id, fields)
  return answerJudgement(
    { context, request: fields },
    {
      judge: (judgement) => apiOf(context).operator.moderation.judgeListing({ id, ...judgement }),
      back: BACK,
      words: { taken: 'listing.taken', isBack: 'listing.isBack' },
    },
  )
}

function look(context: Context, id: number, fields: FormData) {
  return answerForm({ context, request: fields }, LookFields, async ({ decision, reason }) => {
    await apiOf(context).operator.moderation.lookAtListing({ id, decision, reason })
    const t = textFor(context.get(siteContext).language, 'moderation')
    return { to: `${BACK}?show=waiting`, said: t(decision === 'APPROVE' ? 'look.approved' : 'look.refused') }
  })
}

export default function ListingPage({ loaderData: { listing, isDown, title }, actionData }: Route.ComponentProps) {
  const t = useText('moderation')
  const { language } = useLanguage()
  const { id, company, about, picture, state, category, coming, taken_down_reason } = listing
  const values = { company: company.name, n: coming }
  return (
    <>
      <DeskHead title={title}>
        {state === 'OFFERED' && (
          <a className="btn btn-s" href={pathIn(language, bookPath({ category, id }))}>
            {t('listing.page')}
          </a>
        )}
      </DeskHead>
      <div className="stack">
        <div className="card stack">
          <div className="studio">
            <Picture name={picture} alt="" preset="large" />
          </div>
          {about.length === 0 && <p className="mute">{t('listing.noAbout')}</p>}
          {about.map((one) => (
            <p key={one.language} lang={one.language} dir={directionOf(one.language)}>
              {one.text}
            </p>
          ))}
        </div>
        {taken_down_reason !== null && (
          <Note kind="bad">{t(isDown ? 'because' : 'look.because', { reason: taken_down_reason })}</Note>
        )}
        {state === 'RETIRED' && <Note>{t('listing.retired')}</Note>}
        {state === 'AWAITING_LOOK' && (
          <LookForm company={company.name} others={listing.waiting_too} back={BACK} reply={actionData?.form} />
        )}
        {state !== 'RETIRED' && state !== 'AWAITING_LOOK' && (
          <ReasonForm
            id="listing"
            reply={actionData?.form}
            text={t(isDown ? 'listing.backText' : 'listing.takeText', values)}
            choices={[
              isDown
                ? { value: 'back', label: t('listing.putBack') }
                : { value: 'take', label: t('listing.take'), isBad: true },
            ]}
            back={BACK}
            reasonHint={t('reasonHint', { company: company.name })}
          />
        )}
      </div>
    </>
  )
}

import { z } from 'zod'
import type { OwnPlace } from '#app/contract/desk/places.ts'
import { RowId } from '#app/contract/shapes.ts'
import { pathIn } from '#app/i18n/language.ts'
import { formatMoney } from '#app/i18n/money.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/places'
import { CompanyParts } from './company-parts.tsx'

const PATH = '/desk/company/places'

export const handle: PageHandle = { areas: ['company', 'agency', 'errors'], noJs: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'company')
  const { currency, places } = await apiOf(context).desk.ownPlaces({})
  return { meta: { title: t('places.title'), description: t('description') }, currency, places }
}

const State = z.object({ id: RowId, paused: z.enum(['yes', 'no'], { error: 'required' }) })

export async function action({ context, request }: Route.ActionArgs) {
  const form = await parseForm(request, State, formPage(context))
  if (!form.ok) return form.reply
  const paused = form.value.paused === 'yes'
  try {
    await apiOf(context).desk.changePlace({ id: form.value.id, paused })
    const t = textFor(context.get(siteContext).language, 'company')
    return goOn(context, PATH, t(paused ? 'places.pausedNow' : 'places.resumed'))
  } catch (error) {
    return refused(error, form)
  }
}

/** Where the company hands over and takes back, and what it asks for it. */
export default function Places({ loaderData: { currency, places }, actionData }: Route.ComponentProps) {
  const t = useText('company')
  const { language } = useLanguage()
  const form = useReply('places', { reply: actionData?.form })
  return (
    <>
      <div className="head row between">
        <h1>{t('places.title')}</h1>
        <a className="btn btn-go" href={pathIn(language, `${PATH}/new`)}>
          {t('places.add')}
        </a>
      </div>
      <div className="stack">
        <CompanyParts current="places" />
        <ErrorSummary id="places-errors" entries={form.summary({})} />
        {places.length === 0 && <p>{t('places.none')}</p>}
        {places.map((place) => (
          <PlaceCard key={place.id} place={place} currency={currency} />
        ))}
        <p className="sm soft">{t('places.pauseHint')}</p>
        <p className="sm soft">{t('kept')}</p>
      </div>
    </>
  )
}

function PlaceCard({ place, currency }: { place: z.infer<typeof OwnPlace>; currency: CurrencyCode }) {
  const t = useText('company')
  const { language } = useLanguage()
  const { id, title, kind, city, paused, upcoming, receive_fee, return_fee } = place
  const fee = (amount: number) => (amount === 0 ? t('places.free') : formatMoney(amount, currency, language))
  return (
    <Card
      id={`place-${id}`}
      className="stack stack-2"
      title={
        <>
          {title} {paused && <span className="tag">{t('places.paused')}</span>}
        </>
      }
    >
      <p className="soft">
        {t(`kind.${kind}`)} · {city.name}
        {upcoming > 0 && ` · ${t('places.upcoming', { n: upcoming })}`}
      </p>
      <p>{t('places.fees', { receive: fee(receive_fee), back: fee(return_fee) })}</p>
      <div className="row row-s">
        <a className="btn btn-s" href={pathIn(language, `${PATH}/${id}`)}>
          {t('places.change')}
          <span className="vh"> {title}</span>
        </a>
        <a className="btn btn-s" href={pathIn(language, `/desk/company/hours?place=${id}#week`)}>
          {t('places.hours')}
          <span className="vh"> {title}</span>
        </a>
        <PostForm>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="paused" value={paused ? 'no' : 'yes'} />
          <SubmitButton className="btn btn-s">
            {t(paused ? 'places.resume' : 'places.pause')}
            <span className="vh"> {title}</span>
          </SubmitButton>
        </PostForm>
      </div>
    </Card>
  )
}

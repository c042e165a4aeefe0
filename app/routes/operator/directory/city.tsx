import { CityFacts } from '#app/contract/operator/directory.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { rowIdOf } from '../row-id.server.ts'
import type { Route } from './+types/city'
import { CityEnd, CityNameFields, CityPlaceFields, useCityLabels } from './city-fields.tsx'

export const handle: PageHandle = { areas: ['directory'], query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { results } = await apiOf(context).operator.directory.cities()
  const city = results.find(({ id }) => id === rowIdOf(params))
  if (!city) throw notFound()
  return { city, meta: { title: city.name } }
}

export function action({ context, params, request }: Route.ActionArgs) {
  return answerForm({ context, request }, CityFacts, async (facts) => {
    await apiOf(context).operator.directory.changeCity({ id: rowIdOf(params), ...facts })
    return { to: '/operator/cities', said: textFor(context.get(siteContext).language, 'directory')('saved') }
  })
}

export default function CityPage({ loaderData: { city }, actionData }: Route.ComponentProps) {
  const t = useText('directory')
  const { language } = useLanguage()
  const number = (value: number | null) => (value === null ? '' : localDigits(String(value), language))
  const form = useReply('city', {
    reply: actionData?.form,
    initial: {
      ...Object.fromEntries(LANGUAGES.map((one) => [`name_${one}`, city[`name_${one}`] ?? ''])),
      latitude: number(city.latitude),
      longitude: number(city.longitude),
      airport_latitude: number(city.airport_latitude),
      airport_longitude: number(city.airport_longitude),
      pinned_order: number(city.pinned_order),
      ...(city.hidden && { hidden: 'on' }),
    },
  })
  const labels = useCityLabels()
  return (
    <>
      <DeskHead
        title={city.name}
        text={
          <>
            <bdi dir="ltr">{city.slug}</bdi> · {t('cities.zone')}: <bdi dir="ltr">{city.zone}</bdi>
          </>
        }
      />
      <PostForm {...form.props} className="card stack">
        <ErrorSummary id="city-errors" entries={form.summary(labels)} />
        <div className="fields">
          <CityNameFields form={form} labels={labels} />
          <CityPlaceFields form={form} labels={labels} />
        </div>
        <CityEnd form={form} />
      </PostForm>
    </>
  )
}

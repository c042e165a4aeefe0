import { NewCity } from '#app/contract/operator/directory.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/city-new'
import { CityEnd, CityNameFields, CityPlaceFields, useCityLabels } from './city-fields.tsx'

export const handle: PageHandle = { areas: ['directory'], query: [] }

export async function loader({ context }: Route.LoaderArgs) {
  const { places } = apiOf(context)
  const [countries, provinces] = await Promise.all([places.countries({}), places.provinces({})])
  const title = textFor(context.get(siteContext).language, 'directory')('cities.new')
  return {
    title,
    countries: countries.results.map(({ code, name }) => ({ value: code, label: name })),
    provinces: countries.results.flatMap(({ id, name }) => {
      const own = provinces.results.filter(({ country }) => country === id)
      return own.length > 0
        ? [{ label: name, options: own.map((province) => ({ value: String(province.id), label: province.name })) }]
        : []
    }),
    meta: { title },
  }
}

export function action({ context, request }: Route.ActionArgs) {
  return answerForm({ context, request }, NewCity, async (city) => {
    await apiOf(context).operator.directory.addCity(city)
    return { to: '/operator/cities', said: textFor(context.get(siteContext).language, 'directory')('cities.added') }
  })
}

/** A new city: its slug and its time zone cannot be changed later. */
export default function CityNew({ loaderData, actionData }: Route.ComponentProps) {
  const { title, countries, provinces } = loaderData
  const t = useText('directory')
  const form = useReply('city', {
    reply: actionData?.form,
    initial: { country: 'IR', zone: 'Asia/Tehran' },
  })
  const labels = {
    slug: t('cities.slug'),
    country: t('cities.country'),
    province: t('cities.province'),
    zone: t('cities.zone'),
    ...useCityLabels(),
  }
  return (
    <>
      <DeskHead title={title} text={t('cities.newText')} />
      <PostForm {...form.props} className="card stack">
        <ErrorSummary id="city-errors" entries={form.summary(labels)} />
        <div className="fields">
          <CityNameFields form={form} labels={labels} />
          <TextField
            {...form.field('slug')}
            label={labels.slug}
            hint={t('cities.slugHint')}
            dir="ltr"
            maxLength={60}
            required
          />
          <SelectField {...form.field('country')} label={labels.country} options={countries} required />
          <SelectField
            {...form.field('province')}
            label={labels.province}
            hint={t('cities.provinceHint')}
            options={[{ value: '', label: t('cities.ownProvince') }, ...provinces]}
            optional
          />
          <TextField
            {...form.field('zone')}
            label={labels.zone}
            hint={t('cities.zoneHint')}
            dir="ltr"
            maxLength={64}
            required
          />
          <CityPlaceFields form={form} labels={labels} />
        </div>
        <CityEnd form={form} />
      </PostForm>
    </>
  )
}

import { CityFacts } from '#app/contract/operator/directory.ts'
import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { directionOf, pathIn } from '#app/i18n/language.ts'
import { LANGUAGE_NAMES } from '#app/i18n/language-names.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { LANGUAGES } from '#app/rules/constants.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import { deskMeta, goOn } from '../operator-page.server.ts'
import { rowIdOf } from '../row-id.server.ts'
import type { Route } from './+types/city'

const PATH = '/operator/cities'

export const handle: PageHandle = { areas: ['directory'], query: [] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, params }: Route.LoaderArgs) {
  const { results } = await apiOf(context).operator.cities()
  const city = results.find(({ id }) => id === rowIdOf(params))
  if (!city) throw notFound()
  return { city, meta: deskMeta(context, city.name) }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await parseForm(request, CityFacts, formPage(context))
  if (!form.ok) return form.reply
  try {
    await apiOf(context).operator.changeCity({ id: rowIdOf(params), ...form.value })
  } catch (error) {
    return refused(error, form)
  }
  return goOn(context, PATH, textFor(context.get(siteContext).language, 'directory')('saved'))
}

export default function CityPage({ loaderData: { city }, actionData }: Route.ComponentProps) {
  const t = useText('directory')
  const { language } = useLanguage()
  const form = useReply('city', {
    reply: actionData?.form,
    initial: {
      ...Object.fromEntries(LANGUAGES.map((one) => [`name_${one}`, city[`name_${one}`] ?? ''])),
      latitude: String(city.latitude),
      longitude: String(city.longitude),
      pinned_order: city.pinned_order === null ? '' : String(city.pinned_order),
      ...(city.hidden && { hidden: 'on' }),
    },
  })
  const names = Object.fromEntries(
    LANGUAGES.map((one) => [`name_${one}`, t('nameIn', { language: LANGUAGE_NAMES[one] })]),
  )
  const labels = {
    ...names,
    latitude: t('cities.latitude'),
    longitude: t('cities.longitude'),
    pinned_order: t('cities.order'),
  }
  return (
    <>
      <DeskHead title={city.name} text={<bdi dir="ltr">{city.slug}</bdi>} />
      <PostForm {...form.props} className="card stack">
        <ErrorSummary id="city-errors" entries={form.summary(labels)} />
        <div className="fields">
          {LANGUAGES.map((one) => (
            <TextField
              key={one}
              {...form.field(`name_${one}`)}
              label={names[`name_${one}`]}
              lang={one}
              dir={directionOf(one)}
              maxLength={60}
              {...(one === 'tr' || one === 'de' ? { optional: true } : { required: true })}
            />
          ))}
          <TextField {...form.field('latitude')} label={labels.latitude} inputMode="decimal" maxLength={20} required />
          <TextField
            {...form.field('longitude')}
            label={labels.longitude}
            inputMode="decimal"
            maxLength={20}
            required
          />
          <TextField
            {...form.field('pinned_order')}
            label={labels.pinned_order}
            hint={t('cities.orderHint')}
            inputMode="numeric"
            maxLength={2}
            optional
          />
        </div>
        <Checkbox id={form.field('hidden').id} name="hidden" checked={form.isChosen('hidden')}>
          {t('cities.hide')}
        </Checkbox>
        <p className="hint">{t('cities.hideHint')}</p>
        <div className="row">
          <SubmitButton>{t('save')}</SubmitButton>
          <a className="btn" href={pathIn(language, PATH)}>
            {t('back')}
          </a>
        </div>
      </PostForm>
    </>
  )
}

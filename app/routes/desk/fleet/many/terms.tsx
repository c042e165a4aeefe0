import { redirect } from 'react-router'
import { z } from 'zod'
import { TermsChange } from '#app/contract/company/fleet/many.ts'
import { optionalText } from '#app/contract/shapes/text.ts'
import { unitOf } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { FUEL_RULES, TRUST_TYPES } from '#app/rules/constants.ts'
import { idsOf } from '#app/rules/search/id-list.ts'
import { VEHICLE_PROPERTIES } from '#app/rules/search/vehicle-property.ts'
import { DecisionForm } from '#app/ui/desk/decision-form.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerRead } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm, withErrors } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { AMOUNT_FIELDS } from '../vehicle-fields.ts'
import { amountsOf } from '../vehicle-form.server.ts'
import type { Route } from './+types/terms'

export const handle: PageHandle = { areas: ['bulk', 'fleet', 'vehicle', 'errors'], noJs: true, query: ['ids'] }

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const ids = searchParams.get('ids') ?? ''
  const chosen = idsOf(ids)
  if (!chosen) throw redirect('/desk/fleet/many')
  const { cities, currency } = await apiOf(context).company.fleet.choices({})
  const t = textFor(context.get(siteContext).language, 'bulk')
  return { meta: { title: t('terms.title', { n: chosen.length }) }, ids, n: chosen.length, cities, currency }
}

/** The call's fields as a form sends them: amounts in whole units, and a field for each piece of equipment. */
const Typed = TermsChange.omit({ company: true, properties: true }).extend({
  ids: z.string(),
  extra_km_price: optionalText(30),
  guarantee_amount: optionalText(30),
  ...Object.fromEntries(VEHICLE_PROPERTIES.map((slug) => [slug, z.enum(['', 'yes', 'no']).optional()])),
})

export async function action({ context, request }: Route.ActionArgs) {
  const { fleet } = apiOf(context).company
  const [source, { currency }] = await Promise.all([request.formData(), fleet.choices({})])
  const form = await parseForm(source, Typed, formPage(context))
  const { minor, fieldErrors } = amountsOf(source, currency, AMOUNT_FIELDS)
  if (!form.ok) return withErrors(form.reply, fieldErrors)
  if (Object.keys(fieldErrors).length > 0) return form.refuse(fieldErrors)
  const { extra_km_price: _price, guarantee_amount: _amount, ...terms } = form.value
  const chosen = VEHICLE_PROPERTIES.filter((slug) => source.get(slug))
  const properties = Object.fromEntries(chosen.map((slug) => [slug, source.get(slug) === 'yes']))
  return answerRead(context, form, async () => {
    const { changed } = await fleet.many.setTerms({ ...terms, ...minor, properties })
    const t = textFor(context.get(siteContext).language, 'bulk')
    return { to: '/desk/fleet', said: t('terms.done', { n: changed }) }
  })
}

/** Changes terms, city and equipment of the chosen vehicles; what stays empty is not changed. */
export default function ChangeTerms({ loaderData: { ids, n, cities, currency }, actionData }: Route.ComponentProps) {
  const t = useText('bulk')
  const desk = useText('desk')
  const fleet = useText('fleet')
  const words = useText('vehicle')
  const { language } = useLanguage()
  const form = useReply('terms', { reply: actionData?.form })
  const unit = unitOf(currency, language)
  const labels: Record<string, string> = {
    city: fleet('field.city'),
    mileage_per_day: fleet('field.mileage_per_day'),
    extra_km_price: fleet('field.extra_km_price', { unit }),
    fuel_rule: fleet('field.fuel_rule'),
    min_driver_age: fleet('field.min_driver_age'),
    min_licence_years: fleet('field.min_licence_years'),
    trust_type: fleet('field.trust_type'),
    guarantee_amount: fleet('field.guarantee_amount', { unit }),
    gap_minutes: fleet('field.gap_minutes'),
  }
  const field = (name: string) => ({ ...form.field(name), label: labels[name] ?? name })
  const orKeep = (options: readonly { value: string; label: string }[]) => [
    { value: '', label: t('terms.keep') },
    ...options,
  ]
  return (
    <>
      <Breadcrumbs
        crumbs={[{ label: desk('fleet.title'), href: pathIn(language, '/desk/fleet') }, { label: t('to.terms') }]}
      />
      <div className="head">
        <h1>{t('terms.title', { n })}</h1>
        <p className="soft">{t('terms.text')}</p>
      </div>
      <div className="stack">
        <DecisionForm
          form={form}
          labels={labels}
          choices={[{ label: t('terms.submit', { n }) }]}
          back={{ path: '/desk/fleet', label: t('back') }}
        >
          <input type="hidden" name="ids" value={ids} />
          <fieldset className="stack stack-2">
            <legend>{t('terms.rules')}</legend>
            <div className="fields">
              <SelectField
                {...field('city')}
                options={orKeep(cities.map(({ id, name }) => ({ value: String(id), label: name })))}
              />
              <TextField
                {...field('mileage_per_day')}
                hint={t('terms.mileageHint')}
                inputMode="numeric"
                maxLength={6}
                optional
              />
              <TextField {...field('extra_km_price')} inputMode="decimal" maxLength={30} optional />
              <SelectField
                {...field('fuel_rule')}
                options={orKeep(FUEL_RULES.map((value) => ({ value, label: words(`fuel_rule.${value}`) })))}
              />
              <TextField {...field('min_driver_age')} inputMode="numeric" maxLength={2} optional />
              <TextField {...field('min_licence_years')} inputMode="numeric" maxLength={2} optional />
              <SelectField
                {...field('trust_type')}
                options={orKeep(TRUST_TYPES.map((value) => ({ value, label: words(`trust.${value}`) })))}
              />
              <TextField
                {...field('guarantee_amount')}
                hint={t('terms.guaranteeHint')}
                inputMode="decimal"
                maxLength={30}
                optional
              />
              <TextField {...field('gap_minutes')} inputMode="numeric" maxLength={5} optional />
            </div>
          </fieldset>
          <fieldset className="stack stack-2">
            <legend>{t('terms.equipment')}</legend>
            <div className="fields">
              {VEHICLE_PROPERTIES.map((slug) => (
                <SelectField
                  key={slug}
                  {...form.field(slug)}
                  label={words(`property.${slug}`)}
                  options={orKeep([
                    { value: 'yes', label: t('terms.has') },
                    { value: 'no', label: t('terms.hasNot') },
                  ])}
                />
              ))}
            </div>
          </fieldset>
        </DecisionForm>
      </div>
    </>
  )
}

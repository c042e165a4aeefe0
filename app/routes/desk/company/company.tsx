import { z } from 'zod'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/company'
import { isCompanyField } from './company-fields.ts'
import { CompanyForm } from './company-form.tsx'
import { companyUpdate, fieldOfError } from './company-update.server.ts'

export const handle: PageHandle = { areas: ['agency'], noJs: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'agency')
  const company = await apiOf(context).agency.read({})
  return { meta: { title: t('company.title'), description: t('description') }, company }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { language } = context.get(siteContext)
  const { agency } = apiOf(context)
  const { currency } = await agency.read({})
  // The fields are judged by the call itself: their names hold ids, which no schema knows.
  const fields = await request.formData()
  const names = z.object(Object.fromEntries([...fields.keys()].filter(isCompanyField).map((name) => [name, z.any()])))
  const form = await parseForm(fields, z.object({}), formPage(context), names)
  if (!form.ok) return form.reply
  const { update, places, fieldErrors } = companyUpdate(form.fields, currency)
  if (Object.keys(fieldErrors).length > 0) return form.refuse(fieldErrors, 400)
  try {
    await agency.update(update)
    return goOn(context, '/desk/company', textFor(language, 'agency')('done.company'))
  } catch (error) {
    return refused(error, form, { rename: (name) => fieldOfError(name, places) })
  }
}

export default function Company({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('agency')
  const desk = useText('desk')
  const { language } = useLanguage()
  const { company } = loaderData
  return (
    <>
      <h1>{t('company.title')}</h1>
      <p>
        <a href={pathIn(language, '/desk/company/prices')}>{desk('fleet.seasons')}</a>
      </p>
      <CompanyForm company={company} reply={actionData?.form} />
    </>
  )
}

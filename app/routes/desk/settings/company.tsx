import { useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { CompanyParts } from '#app/routes/desk/shell/company-parts.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerRead } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/company'
import { readData } from './company-form.server.ts'
import { CompanyForm } from './company-form.tsx'
import { changeDetails } from './details.server.ts'
import { DetailsForm } from './details-form.tsx'
import { DetailsShown, OtherSettings } from './details-shown.tsx'
import { changeLogo } from './logo.server.ts'
import { DarkLogoCard, LogoCard } from './logo-card.tsx'

export const handle: PageHandle = {
  title: 'agency/company.title',
  description: 'agency/description',
  areas: ['agency'],
  noJs: true,
}

export async function loader({ context }: Route.LoaderArgs) {
  const { settings } = apiOf(context).company
  const [company, details] = await Promise.all([settings.read({}), settings.details({})])
  return { company, details }
}

export async function action({ context, request }: Route.ActionArgs) {
  const fields = await request.formData()
  if (fields.get('part') === 'logo' || fields.get('part') === 'logo_dark') return changeLogo(context, fields)
  if (fields.get('part') === 'details') return changeDetails(context, fields)
  const read = await readData(context, fields)
  if (!read.ok) return read.reply
  const save = async () => {
    await apiOf(context).company.settings.update(read.update)
    return { to: '/desk/company', said: textFor(context.get(siteContext).language, 'agency')('done.company') }
  }
  return answerRead(context, read.form, save, { rename: (name) => name.replace('.', '_') })
}

export default function Company({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('agency')
  const { company, details } = loaderData
  const reply = actionData?.form
  const part = reply?.initialValue?.part
  return (
    <>
      <h1 className="head">{t('company.title')}</h1>
      <div className="stack">
        <CompanyParts current="data" />
        <div className="duo">
          <div className="stack">
            <DetailsForm details={details} reply={part === 'details' ? reply : undefined} />
            <LogoCard company={company} reply={part === 'logo' ? reply : undefined} />
            {company.logo && <DarkLogoCard company={company} reply={part === 'logo_dark' ? reply : undefined} />}
            <CompanyForm company={company} reply={part === undefined ? reply : undefined} />
          </div>
          <aside className="stack">
            <DetailsShown details={details} name={company.name} />
            <OtherSettings />
          </aside>
        </div>
      </div>
    </>
  )
}

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
import { changeLogo } from './logo.server.ts'
import { LogoCard } from './logo-card.tsx'

export const handle: PageHandle = {
  title: 'agency/company.title',
  description: 'agency/description',
  areas: ['agency'],
  noJs: true,
}

export async function loader({ context }: Route.LoaderArgs) {
  const company = await apiOf(context).company.settings.read({})
  return { company }
}

export async function action({ context, request }: Route.ActionArgs) {
  const fields = await request.formData()
  if (fields.get('part') === 'logo') return changeLogo(context, fields)
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
  const { company } = loaderData
  const reply = actionData?.form
  const isAboutLogo = reply?.initialValue?.part === 'logo'
  return (
    <>
      <h1 className="head">{t('company.title')}</h1>
      <div className="stack">
        <CompanyParts current="data" />
        <LogoCard company={company} reply={isAboutLogo ? reply : undefined} />
        <CompanyForm company={company} reply={isAboutLogo ? undefined : reply} />
      </div>
    </>
  )
}

import { data } from 'react-router'
import { ReasonGiven } from '#app/contract/operator/people.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { READER_ZONES } from '#app/rules/constants.ts'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { requireFreshFactor } from '#app/web/session/fresh-factor.server.ts'
import { ReasonForm } from '../reason-form.tsx'
import { publicIdOf } from '../row-id.server.ts'
import type { Route } from './+types/sign-in-link'

export const handle: PageHandle = { title: 'operator/link.do', query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  const { id, fullname, phone, email } = await apiOf(context).operator.people.read({ id: publicIdOf(params) })
  return { id, name: fullname ?? phone, phone, email }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await parseForm(request, ReasonGiven, formPage(context))
  if (!form.ok) return form.reply
  const { account, operator } = apiOf(context)
  const { phone } = await operator.people.read({ id: publicIdOf(params) })
  try {
    const { url, expires_at } = await account.issueDirectLogin({ phone, reason: form.value.reason })
    return data({ form: undefined, link: { url, ends: expires_at } })
  } catch (error) {
    return refused(error, form, { rename: () => '' })
  }
}

/** Makes a link that signs a customer in once, for an operator to send (decisions.md, "Identity and access"). */
export default function SignInLink({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('operator')
  const { id, name } = loaderData
  return (
    <>
      <DeskHead title={t('link.title', { name })} />
      {actionData && 'link' in actionData ? (
        <MadeLink person={loaderData} link={actionData.link} />
      ) : (
        <ReasonForm
          id="link"
          reply={actionData?.form}
          text={t('link.text')}
          choices={[{ label: t('link.do') }]}
          back={`/operator/people/${id}`}
        />
      )}
    </>
  )
}

function MadeLink({
  person: { id, phone, email },
  link: { url, ends },
}: {
  person: Route.ComponentProps['loaderData']
  link: { url: string; ends: string }
}) {
  const t = useText('operator')
  const { language } = useLanguage()
  const until = formatInstant(new Date(ends), READER_ZONES[language], language, 'weekday')
  const body = encodeURIComponent(url)
  return (
    <div className="card stack">
      <TextField
        name="link"
        id="made-link"
        label={t('link.made')}
        hint={t('link.until', { until })}
        readOnly
        dir="ltr"
        defaultValue={url}
      />
      <div className="row row-s">
        <a className="btn" href={`sms:${phone}?body=${body}`}>
          {t('link.sms')}
        </a>
        {email && (
          <a className="btn" href={`mailto:${email}?body=${body}`}>
            {t('link.mail')}
          </a>
        )}
        <a className="btn btn-bare" href={pathIn(language, `/operator/people/${id}`)}>
          {t('back')}
        </a>
      </div>
    </div>
  )
}

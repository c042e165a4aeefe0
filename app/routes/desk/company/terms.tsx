import { z } from 'zod'
import { AgencyUpdate } from '#app/contract/agency.ts'
import { formatNumber } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/terms'
import { CompanyParts } from './company-parts.tsx'

const CONFIRMATIONS = ['AT_ONCE', 'BY_HAND'] as const

export const handle: PageHandle = { areas: ['company', 'agency'], noJs: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'company')
  const company = await apiOf(context).agency.read({})
  return { meta: { title: t('terms.title'), description: t('description') }, company }
}

/** None of them may be emptied. */
const { free_until_hours, half_until_hours, prepayment_percent, confirmation } = AgencyUpdate.shape
const present = <Schema extends z.ZodType>(schema: Schema) =>
  schema.refine((value) => value !== undefined, { error: 'required' })
const Terms = z.object({
  free_until_hours: present(free_until_hours),
  half_until_hours: present(half_until_hours),
  prepayment_percent: present(prepayment_percent),
  confirmation: present(confirmation),
})

export async function action({ context, request }: Route.ActionArgs) {
  const form = await parseForm(request, Terms, formPage(context))
  if (!form.ok) return form.reply
  try {
    await apiOf(context).agency.update(form.value)
    const t = textFor(context.get(siteContext).language, 'company')
    return goOn(context, '/desk/company/terms', t('terms.done'))
  } catch (error) {
    return refused(error, form)
  }
}

/** Until when a cancellation is free, and how bookings are paid and confirmed. */
export default function CompanyTerms({ loaderData: { company }, actionData }: Route.ComponentProps) {
  const t = useText('company')
  const { language } = useLanguage()
  const form = useReply('terms', {
    reply: actionData?.form,
    initial: {
      free_until_hours: formatNumber(company.free_until_hours, language),
      half_until_hours: formatNumber(company.half_until_hours, language),
      prepayment_percent: formatNumber(company.prepayment_percent, language),
      confirmation: company.confirmation,
    },
  })
  const labels = {
    free_until_hours: t('terms.free_until_hours'),
    half_until_hours: t('terms.half_until_hours'),
    prepayment_percent: t('terms.prepayment_percent'),
    confirmation: t('terms.confirmation'),
  }
  const number = (name: keyof typeof labels, hint: string) => (
    <TextField {...form.field(name)} label={labels[name]} hint={hint} inputMode="numeric" maxLength={8} required />
  )
  return (
    <>
      <h1 className="head">{t('terms.title')}</h1>
      <div className="stack">
        <CompanyParts current="terms" />
        <PostForm {...form.props} className="card stack" aria-label={t('terms.title')}>
          <ErrorSummary id="terms-errors" entries={form.summary(labels)} />
          <fieldset className="stack stack-2">
            <legend>{t('terms.cancel')}</legend>
            <div className="fields">
              {number('free_until_hours', t('terms.hoursHint'))}
              {number('half_until_hours', t('terms.hoursHint'))}
            </div>
            <p className="hint">{t('terms.after')}</p>
          </fieldset>
          <fieldset className="stack stack-2">
            <legend>{t('terms.paying')}</legend>
            <div className="fields">
              {number('prepayment_percent', t('terms.percentHint'))}
              <SelectField
                {...form.field('confirmation')}
                label={labels.confirmation}
                options={CONFIRMATIONS.map((value) => ({ value, label: t(`terms.${value}`) }))}
              />
            </div>
          </fieldset>
          <p className="sm soft">{t('kept')}</p>
          <div>
            <SubmitButton>{t('save')}</SubmitButton>
          </div>
        </PostForm>
      </div>
    </>
  )
}

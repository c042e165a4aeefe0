import { z } from 'zod'
import { Reason } from '#app/contract/operator/people.ts'
import { Flag } from '#app/contract/shapes.ts'
import { DeskHead } from '#app/features/desk/desk-head.tsx'
import { formatInstant } from '#app/i18n/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { formatMoney } from '#app/i18n/money.ts'
import { formatNumber, formatPercent, localDigits } from '#app/i18n/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { formatPhone } from '#app/rules/phone.ts'
import { Card, Facts } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form.tsx'
import { Note } from '#app/ui/note.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/company'
import { deskMeta, deskText, goOn } from './operator-page.server.ts'
import { ReasonField } from './reason-form.tsx'
import { rowIdOf } from './row-id.server.ts'
import { useOperatorWork } from './use-operator-work.ts'

export const handle: PageHandle = { query: [] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, params }: Route.LoaderArgs) {
  const company = await apiOf(context).operator.company({ id: rowIdOf(params) })
  return { company, meta: deskMeta(context, company.name) }
}

const Change = z.object({
  verified: Flag,
  reason: Reason,
})

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await parseForm(request, Change, formPage(context))
  if (!form.ok) return form.reply
  const { verified, reason } = form.value
  const id = rowIdOf(params)
  try {
    await apiOf(context).operator.changeCompany({ id, verified, reason })
  } catch (error) {
    return refused(error, form)
  }
  return goOn(context, `/operator/companies/${id}`, deskText(context)('companies.saved'))
}

export default function CompanyPage({ loaderData: { company }, actionData }: Route.ComponentProps) {
  const t = useText('operator')
  const does = useOperatorWork()
  const { language } = useLanguage()
  const balance = company.balance.map(({ amount, currency }) => formatMoney(amount, currency, language)).join(' · ')
  const facts = [
    { key: 'city', label: t('companies.city'), value: company.city },
    {
      key: 'phone',
      label: t('person.phone'),
      value: <bdi dir="ltr">{localDigits(formatPhone(company.phone), language)}</bdi>,
    },
    { key: 'vehicles', label: t('companies.vehicles'), value: formatNumber(company.vehicles, language) },
    { key: 'open', label: t('companies.open'), value: formatNumber(company.open_reservations, language) },
    { key: 'commission', label: t('companies.commission'), value: formatPercent(company.commission_percent, language) },
    { key: 'balance', label: t('companies.balance'), value: balance || '—' },
  ]
  return (
    <>
      <DeskHead
        title={company.name}
        text={
          <Tag kind={company.verified ? 'ok' : 'warn'}>
            {t(company.verified ? 'companies.verified' : 'companies.notVerified')}
          </Tag>
        }
      >
        <div className="row row-s">
          {does('SUPPORT') && (
            <a className="btn btn-s" href={pathIn(language, `/operator/companies/${company.id}/places`)}>
              {t('companies.places')}
            </a>
          )}
          {does('MONEY') && (
            <a className="btn btn-s" href={pathIn(language, `/operator/companies/${company.id}/commission`)}>
              {t('companies.changeCommission')}
            </a>
          )}
          {does('SUPPORT') && (
            <a className="btn btn-s" href={pathIn(language, `/operator/companies/${company.id}/suspend`)}>
              {t(company.suspended_at ? 'suspend.end' : 'suspend.do')}
            </a>
          )}
          {does() && (
            <a className="btn btn-s" href={pathIn(language, `/operator/audit?subject=company&key=${company.id}`)}>
              {t('person.history')}
            </a>
          )}
        </div>
      </DeskHead>
      <div className="stack">
        <Card id="facts" title={t('person.facts')}>
          <Facts facts={facts} />
        </Card>
        {company.suspended_at && (
          <Note kind="warn">
            {t('suspend.since', { date: formatInstant(new Date(company.suspended_at), HOME_ZONE, language, 'long') })}
          </Note>
        )}
        {company.commission_requested !== null && (
          <Note kind="warn">
            {t('companies.commissionWaits', { percent: formatPercent(company.commission_requested, language) })}
          </Note>
        )}
        {!(does('MONEY') && does('SUPPORT')) && <p className="sm soft">{t('companies.notYours')}</p>}
        {does('SUPPORT') && <ChangeForm company={company} reply={actionData?.form} />}
      </div>
    </>
  )
}

function ChangeForm({
  company,
  reply,
}: {
  company: Route.ComponentProps['loaderData']['company']
  reply?: FormReply | undefined
}) {
  const t = useText('operator')
  const form = useReply('company', {
    reply,
    initial: company.verified ? { verified: 'on' } : {},
  })
  const verified = form.field('verified')
  return (
    <PostForm {...form.props} className="card stack" aria-label={t('companies.save')}>
      <ErrorSummary id="company-errors" entries={form.summary({ reason: t('reason') })} />
      <Checkbox id={verified.id} name="verified" checked={form.isChosen('verified')}>
        {t('companies.isVerified')}
      </Checkbox>
      <ReasonField form={form} rows={2} />
      <div>
        <SubmitButton>{t('companies.save')}</SubmitButton>
      </div>
    </PostForm>
  )
}

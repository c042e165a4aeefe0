import { z } from 'zod'
import { Reason } from '#app/contract/operator/people.ts'
import { Flag } from '#app/contract/shapes/shapes.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { formatNumber, formatPercent, localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { formatPhone } from '#app/rules/identity/phone.ts'
import { Card, Facts } from '#app/ui/card.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { deskText } from '../operator-page.server.ts'
import { ReasonField } from '../reason-form.tsx'
import { rowIdOf } from '../row-id.server.ts'
import { useOperatorWork } from '../use-operator-work.ts'
import type { Route } from './+types/company'

export const handle: PageHandle = { query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  const company = await apiOf(context).operator.companies.read({ id: rowIdOf(params) })
  return { company, meta: { title: company.name } }
}

const Change = z.object({
  verified: Flag,
  reason: Reason,
})

export function action({ context, params, request }: Route.ActionArgs) {
  return answerForm({ context, request }, Change, async ({ verified, reason }) => {
    const id = rowIdOf(params)
    await apiOf(context).operator.companies.change({ id, verified, reason })
    return { to: `/operator/companies/${id}`, said: deskText(context)('companies.saved') }
  })
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
            <a className="btn btn-s" href={pathIn(language, `/operator/companies/${company.id}/keys`)}>
              {t('companies.keys')}
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

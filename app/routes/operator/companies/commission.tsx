import { CommissionChange } from '#app/contract/operator/companies.ts'
import { formatPercent, localDigits } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { requireFreshFactor } from '#app/web/session/fresh-factor.server.ts'
import { deskText } from '../operator-page.server.ts'
import { ReasonForm } from '../reason-form.tsx'
import { rowIdOf } from '../row-id.server.ts'
import type { Route } from './+types/commission'

export const handle: PageHandle = { title: 'operator/companies.changeCommission', query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  const { id, name, commission_percent, own_booking_percent } = await apiOf(context).operator.companies.read({
    id: rowIdOf(params),
  })
  return { id, name, commission_percent, own_booking_percent }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  return answerForm({ context, request }, CommissionChange, async (change) => {
    const id = rowIdOf(params)
    const { commission_requested } = await apiOf(context).operator.companies.changeCommission({ id, ...change })
    const said = deskText(context)(commission_requested === null ? 'companies.saved' : 'settings.waits')
    return { to: `/operator/companies/${id}`, said }
  })
}

export default function CommissionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, commission_percent, own_booking_percent } = loaderData
  const t = useText('operator')
  const { language } = useLanguage()
  const label = t('companies.percent')
  const now = formatPercent(commission_percent, language)
  return (
    <>
      <DeskHead title={t('companies.commissionOf', { name })} text={t('companies.commissionText', { now })} />
      <ReasonForm
        id="commission"
        reply={actionData?.form}
        initial={{
          commission_percent: localDigits(String(commission_percent), language),
          own_booking_percent: localDigits(String(own_booking_percent), language),
        }}
        labels={{ commission_percent: label, own_booking_percent: t('companies.ownPercent') }}
        choices={[{ label: t('companies.changeCommission') }]}
        back={`/operator/companies/${id}`}
      >
        {(form) => (
          <>
            <TextField
              {...form.field('commission_percent')}
              label={label}
              hint={t('companies.percentHint')}
              inputMode="numeric"
              maxLength={3}
              required
            />
            <TextField
              {...form.field('own_booking_percent')}
              label={t('companies.ownPercent')}
              hint={t('companies.ownPercentHint')}
              inputMode="numeric"
              maxLength={3}
            />
          </>
        )}
      </ReasonForm>
    </>
  )
}

import { FineFields } from '#app/contract/company/fleet/fines.ts'
import { AmountText } from '#app/contract/shapes/text.ts'
import { formatDate } from '#app/i18n/format/dates.ts'
import { unitOf } from '#app/i18n/format/money.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { FINE_KINDS } from '#app/rules/fleet/fine.ts'
import { AmountField } from '#app/ui/desk/amount-field.tsx'
import { DecisionForm } from '#app/ui/desk/decision-form.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerMoneyForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/new'

export const handle: PageHandle = { title: 'fines/new.title', areas: ['fines'], noJs: true }

/** Some day, as an example of how days may be typed. */
const EXAMPLE = '2026-11-23'

export async function loader({ context }: Route.LoaderArgs) {
  const { company } = await apiOf(context).company.settings.frame({})
  return { currency: company.currency }
}

const Typed = FineFields.extend({ amount: AmountText })

export async function action({ context, request }: Route.ActionArgs) {
  const { company } = await apiOf(context).company.settings.frame({})
  const t = textFor(context.get(siteContext).language, 'fines')
  return answerMoneyForm({ context, request }, Typed, {
    currency: company.currency,
    perform: async ({ minor, ...typed }, api) => {
      const { id } = await api.company.fleet.fines.enter({ ...typed, amount: minor })
      return { to: `/desk/fines/${id}`, said: t('new.saved') }
    },
  })
}

/** Enters one notice; the rental of its time is found by itself. */
export default function NewFine({ loaderData: { currency }, actionData }: Route.ComponentProps) {
  const t = useText('fines')
  const desk = useText('desk')
  const { language } = useLanguage()
  const form = useReply('fine', { reply: actionData?.form })
  const labels = {
    kind: t('kind.label'),
    plate: t('plate'),
    fined_on: t('on'),
    fined_at: t('at'),
    what: t('what'),
    amount: t('amount', { unit: unitOf(currency, language) }),
    notice: t('notice'),
    pay_by: t('payBy'),
  }
  return (
    <>
      <DeskHead title={t('new.title')} text={t('noneText')} />
      <DecisionForm
        form={form}
        labels={labels}
        choices={[{ label: t('new.submit') }]}
        back={{ path: '/desk/fines', label: t('back') }}
      >
        <div className="fields">
          <SelectField
            {...form.field('kind')}
            label={labels.kind}
            options={FINE_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
          <TextField {...form.field('plate')} label={labels.plate} maxLength={20} required />
          <TextField
            {...form.field('fined_on')}
            label={labels.fined_on}
            hint={desk('list.dayHint', { example: formatDate(EXAMPLE, language, 'numeric') })}
            maxLength={20}
            required
          />
          <TextField {...form.field('fined_at')} label={labels.fined_at} hint={t('atHint')} maxLength={5} required />
          <TextField {...form.field('what')} label={labels.what} hint={t('whatHint')} maxLength={120} required />
          <AmountField form={form} label={labels.amount} />
          <TextField {...form.field('notice')} label={labels.notice} maxLength={40} optional />
          <TextField {...form.field('pay_by')} label={labels.pay_by} maxLength={20} optional />
        </div>
      </DecisionForm>
    </>
  )
}

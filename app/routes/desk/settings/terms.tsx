import { z } from 'zod'
import { SettingsUpdate } from '#app/contract/company/settings/settings.ts'
import { Flag } from '#app/contract/shapes/shapes.ts'
import { optionalText } from '#app/contract/shapes/text.ts'
import { formatMoney, unitOf } from '#app/i18n/format/money.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { CompanyParts } from '#app/routes/desk/shell/company-parts.tsx'
import { CONFIRMATIONS } from '#app/rules/constants.ts'
import { FINE_FEE_MAX } from '#app/rules/fleet/fine.ts'
import { amountToType, typedAmount } from '#app/rules/money/typed-amount.ts'
import { CHARGE_NAMES, chargeMax, chargeNamed, chargePath } from '#app/rules/reservation/protocol.ts'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/terms'
import { chargesIn, TypedCharges } from './charges.server.ts'

export const handle: PageHandle = {
  title: 'company/terms.title',
  description: 'company/description',
  areas: ['company', 'agency'],
  noJs: true,
}

export async function loader({ context }: Route.LoaderArgs) {
  const company = await apiOf(context).company.settings.read({})
  return { company }
}

/** The fields that are required. */
const {
  free_until_hours,
  half_until_hours,
  prepayment_percent,
  turnaround_minutes,
  desk_price_percent,
  confirmation,
  deposit_back_days,
  part_grace_days,
  end_notice_days,
} = SettingsUpdate.shape
const present = <Schema extends z.ZodType>(schema: Schema) =>
  schema.refine((value) => value !== undefined, { error: 'required' })
const Terms = z.object({
  free_until_hours: present(free_until_hours),
  half_until_hours: present(half_until_hours),
  prepayment_percent: present(prepayment_percent),
  turnaround_minutes: present(turnaround_minutes),
  desk_price_percent: present(desk_price_percent),
  deposit_back_days: present(deposit_back_days),
  confirmation: present(confirmation),
  part_grace_days: present(part_grace_days),
  end_notice_days: present(end_notice_days),
  monthly_parts: Flag,
  deposit_online: Flag,
  fine_fee: optionalText(30),
  has_key_boxes: Flag,
  charges: TypedCharges,
})

export function action({ context, request }: Route.ActionArgs) {
  return answerForm({ context, request }, Terms, async ({ fine_fee: fee, charges: _, ...terms }, form) => {
    const { settings } = apiOf(context).company
    const company = await settings.read({})
    const { currency } = company
    const amount = fee === undefined ? { minor: null } : typedAmount(fee, currency)
    const { charges, fieldErrors } = chargesIn(form.fields, company)
    if ('fieldError' in amount) fieldErrors.fine_fee = [amount.fieldError]
    if ('fieldError' in amount || Object.keys(fieldErrors).length > 0) return form.refuse(fieldErrors)
    await settings.update({ ...terms, charges, fine_fee: amount.minor })
    return { to: '/desk/company/terms', said: textFor(context.get(siteContext).language, 'company')('terms.done') }
  })
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
      turnaround_minutes: formatNumber(company.turnaround_minutes, language),
      desk_price_percent: formatNumber(company.desk_price_percent, language),
      deposit_back_days: formatNumber(company.deposit_back_days, language),
      confirmation: company.confirmation,
      part_grace_days: formatNumber(company.part_grace_days, language),
      end_notice_days: formatNumber(company.end_notice_days, language),
      monthly_parts: company.monthly_parts ? 'on' : '',
      fine_fee: company.fine_fee === null ? '' : amountToType(company.fine_fee, company.currency),
      deposit_online: company.deposit_online ? 'on' : undefined,
      has_key_boxes: company.has_key_boxes ? 'on' : undefined,
      ...Object.fromEntries(
        CHARGE_NAMES.map((name) => [
          chargePath(name),
          amountToType(chargeNamed(company.charges, name), company.currency),
        ]),
      ),
    },
  })
  const labels = {
    free_until_hours: t('terms.free_until_hours'),
    half_until_hours: t('terms.half_until_hours'),
    prepayment_percent: t('terms.prepayment_percent'),
    turnaround_minutes: t('terms.turnaround_minutes'),
    desk_price_percent: t('terms.desk_price_percent'),
    deposit_back_days: t('terms.deposit_back_days'),
    confirmation: t('terms.confirmation'),
    part_grace_days: t('terms.part_grace_days'),
    end_notice_days: t('terms.end_notice_days'),
    monthly_parts: t('terms.monthly_parts'),
    fine_fee: t('terms.fine_fee', { unit: unitOf(company.currency, language) }),
    deposit_online: t('terms.deposit_online'),
    has_key_boxes: t('terms.has_key_boxes'),
  }
  const chargeLabels = Object.fromEntries(
    CHARGE_NAMES.map((name) => [
      chargePath(name),
      t(`terms.charge.${name}`, { unit: unitOf(company.currency, language) }),
    ]),
  )
  const number = (name: keyof typeof labels, hint: string) => (
    <TextField {...form.field(name)} label={labels[name]} hint={hint} inputMode="numeric" maxLength={8} required />
  )
  return (
    <>
      <h1 className="head">{t('terms.title')}</h1>
      <div className="stack">
        <CompanyParts current="terms" />
        <PostForm {...form.props} className="card stack" aria-label={t('terms.title')}>
          <ErrorSummary id="terms-errors" entries={form.summary({ ...labels, ...chargeLabels })} />
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
          <fieldset className="stack stack-2">
            <legend>{t('terms.between')}</legend>
            <div className="fields">{number('turnaround_minutes', t('terms.gapHint'))}</div>
            <p className="hint">{t('terms.gapText')}</p>
          </fieldset>
          <fieldset className="stack stack-2">
            <legend>{t('terms.deposit')}</legend>
            <div className="fields">{number('deposit_back_days', t('terms.depositHint'))}</div>
            <Checkbox {...form.field('deposit_online')} checked={form.isChosen('deposit_online')}>
              {labels.deposit_online}
            </Checkbox>
            <p className="hint">{t('terms.depositOnlineHint')}</p>
          </fieldset>
          <fieldset className="stack stack-2">
            <legend>{t('terms.monthly')}</legend>
            <Checkbox
              id={form.field('monthly_parts').id}
              name="monthly_parts"
              fieldErrors={form.fieldErrors('monthly_parts')}
              checked={form.isChosen('monthly_parts')}
            >
              {labels.monthly_parts}
            </Checkbox>
            <div className="fields">
              {number('part_grace_days', t('terms.graceHint'))}
              {number('end_notice_days', t('terms.noticeHint'))}
            </div>
          </fieldset>
          <fieldset className="stack stack-2">
            <legend>{t('terms.charges')}</legend>
            <p className="hint">{t('terms.chargesHint')}</p>
            <div className="fields">
              {CHARGE_NAMES.map((name) => (
                <TextField
                  key={name}
                  {...form.field(chargePath(name))}
                  label={chargeLabels[chargePath(name)] ?? name}
                  hint={t('terms.chargeMax', {
                    max: formatMoney(chargeMax(name, company.currency), company.currency, language),
                  })}
                  inputMode="decimal"
                  maxLength={30}
                  required
                />
              ))}
            </div>
          </fieldset>
          <fieldset className="stack stack-2">
            <legend>{t('terms.fines')}</legend>
            <div className="fields">
              <TextField
                {...form.field('fine_fee')}
                label={labels.fine_fee}
                hint={t('terms.fineHint', {
                  max: formatMoney(FINE_FEE_MAX[company.currency], company.currency, language),
                })}
                inputMode="decimal"
                maxLength={30}
                optional
              />
            </div>
          </fieldset>
          <fieldset className="stack stack-2">
            <legend>{t('terms.keys')}</legend>
            <Checkbox {...form.field('has_key_boxes')} checked={form.isChosen('has_key_boxes')}>
              {labels.has_key_boxes}
            </Checkbox>
            <p className="hint">{t('terms.keysHint')}</p>
          </fieldset>
          <fieldset className="stack stack-2">
            <legend>{t('terms.desk')}</legend>
            <div className="fields">{number('desk_price_percent', t('terms.deskPriceHint'))}</div>
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

import { z } from 'zod'
import { LimitIds } from '#app/contract/operator/settings/codes.ts'
import { CurrencyCode, Flag, IsoDate } from '#app/contract/shapes/shapes.ts'
import { empty, latin, optionalText, requiredText, Text } from '#app/contract/shapes/text.ts'
import { calendarOf } from '#app/i18n/format/dates.ts'
import { unitOf } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { type CurrencyCode as Code, CURRENCY_CODES, currencyOfLanguage } from '#app/rules/constants.ts'
import { typedAmount } from '#app/rules/money/typed-amount.ts'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { requireFreshFactor } from '#app/web/session/fresh-factor.server.ts'
import { deskText } from '../operator-page.server.ts'
import type { Route } from './+types/code-new'
import { LimitFields } from './limit-fields.tsx'

const PATH = '/operator/codes'
const AMOUNTS = ['cap', 'amount'] as const

export const handle: PageHandle = { title: 'operator/codes.new', query: [] }

export async function loader({ context }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  return apiOf(context).operator.settings.codeChoices()
}

const Count = z.preprocess((value) => empty(latin(value)), Text.regex(/^\d{1,7}$/, 'number').optional())

/** As it is typed: amounts in whole units; the call judges the rest. */
const NewCode = z.object({
  code: requiredText(20),
  percent: Count,
  cap: optionalText(30),
  amount: optionalText(30),
  currency: CurrencyCode,
  start_date: IsoDate,
  end_date: IsoDate,
  min_days: Count,
  total_uses: z.preprocess((value) => latin(value), Text.min(1, 'required').regex(/^\d{1,7}$/, 'number')),
  once_per_phone: Flag,
  ...{ categories: LimitIds, cities: LimitIds, companies: LimitIds },
})

export function action({ context, request }: Route.ActionArgs) {
  return answerForm({ context, request }, NewCode, async ({ percent, min_days, total_uses, ...typed }, form) => {
    const { minor, fieldErrors } = amountsOf(typed, typed.currency)
    if (Object.keys(fieldErrors).length > 0) return form.refuse(fieldErrors)
    const numbers = { percent: numberOf(percent), min_days: numberOf(min_days) ?? 1, total_uses: Number(total_uses) }
    const { waits } = await apiOf(context).operator.settings.createCode({ ...typed, ...minor, ...numbers })
    const code = typed.code.toUpperCase()
    return { to: PATH, said: deskText(context)(waits ? 'codes.waits' : 'codes.made', { code }) }
  })
}

const numberOf = (typed: string | undefined) => (typed === undefined ? undefined : Number(typed))

/** The amounts in the minor unit, or what is wrong with them. */
function amountsOf(typed: { cap?: string | undefined; amount?: string | undefined }, currency: Code) {
  const minor: { cap?: number | undefined; amount?: number | undefined } = { cap: undefined, amount: undefined }
  const fieldErrors: Record<string, string[]> = {}
  for (const name of AMOUNTS) {
    const value = typed[name]
    if (value === undefined) continue
    const amount = typedAmount(value, currency)
    if ('minor' in amount) minor[name] = amount.minor
    else fieldErrors[name] = [amount.fieldError]
  }
  return { minor, fieldErrors }
}

export default function NewCodePage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('operator')
  const { language } = useLanguage()
  const form = useReply('code', {
    reply: actionData?.form,
    initial: { currency: currencyOfLanguage(language), min_days: '1', once_per_phone: 'on' },
  })
  const once = form.field('once_per_phone')
  const labels = {
    code: t('codes.code'),
    percent: t('codes.percent'),
    cap: t('codes.cap'),
    amount: t('codes.amount'),
    currency: t('codes.currency'),
    start_date: t('codes.startsOn'),
    end_date: t('codes.endsOn'),
    min_days: t('codes.minDays'),
    total_uses: t('codes.totalUses'),
    categories: t('codes.category'),
    cities: t('codes.cities'),
    companies: t('codes.companies'),
  }
  const dateType = calendarOf(language) === 'jalali' ? 'text' : 'date'
  return (
    <>
      <DeskHead title={t('codes.new')} />
      <PostForm {...form.props} className="card stack">
        <ErrorSummary id="code-errors" entries={form.summary(labels)} />
        <TextField {...form.field('code')} label={labels.code} dir="ltr" maxLength={20} autoComplete="off" required />
        <div className="grid2">
          <TextField {...form.field('percent')} label={labels.percent} inputMode="numeric" maxLength={3} optional />
          <TextField {...form.field('cap')} label={labels.cap} inputMode="decimal" maxLength={30} optional />
          <TextField {...form.field('amount')} label={labels.amount} inputMode="decimal" maxLength={30} optional />
          <SelectField
            {...form.field('currency')}
            label={labels.currency}
            options={CURRENCY_CODES.map((code) => ({ value: code, label: unitOf(code, language) }))}
          />
          <TextField {...form.field('start_date')} label={labels.start_date} type={dateType} required />
          <TextField {...form.field('end_date')} label={labels.end_date} type={dateType} required />
          <TextField {...form.field('min_days')} label={labels.min_days} inputMode="numeric" maxLength={3} />
          <TextField
            {...form.field('total_uses')}
            label={labels.total_uses}
            inputMode="numeric"
            maxLength={7}
            required
          />
        </div>
        <Checkbox id={once.id} name="once_per_phone" checked={form.isChosen('once_per_phone')}>
          {t('codes.once')}
        </Checkbox>
        <LimitFields form={form} choices={loaderData} labels={labels} />
        <div className="row">
          <SubmitButton>{t('codes.make')}</SubmitButton>
          <a className="btn" href={pathIn(language, PATH)}>
            {t('back')}
          </a>
        </div>
      </PostForm>
    </>
  )
}

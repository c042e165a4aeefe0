import { unitOf } from '#app/i18n/format/money.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { CompanyParts } from '#app/routes/desk/shell/company-parts.tsx'
import { WHOLE_UNIT } from '#app/rules/constants.ts'
import { COVER_LEVELS, COVER_PARTS } from '#app/rules/reservation/cover.ts'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerRead } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/extras'
import { coverField, EXCESS_FIELDS, EXTRA_FIELDS, FLEXIBLE_FIELDS } from './company-fields.ts'
import { readExtras } from './company-form.server.ts'

const DECIMALS = 2

export const handle: PageHandle = {
  title: 'company/extras.title',
  description: 'company/description',
  areas: ['company', 'agency', 'cover'],
  noJs: true,
}

export async function loader({ context }: Route.LoaderArgs) {
  const company = await apiOf(context).company.settings.read({})
  return { company }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { company } = apiOf(context)
  const { currency } = await company.settings.read({})
  const read = await readExtras(context, request, currency)
  if (!read.ok) return read.reply
  return answerRead(context, read.form, async () => {
    await company.settings.update(read.update)
    const t = textFor(context.get(siteContext).language, 'company')
    return { to: '/desk/company/extras', said: t('extras.done') }
  })
}

/** The extras that a company offers, and their prices. */
export default function Extras({ loaderData: { company }, actionData }: Route.ComponentProps) {
  const t = useText('company')
  const cover = useText('cover')
  const { language } = useLanguage()
  const { currency } = company
  const written = (amount: number | null) =>
    amount === null ? undefined : formatNumber(amount / WHOLE_UNIT[currency], language, DECIMALS)
  const plain = (value: number | null) => (value === null ? undefined : formatNumber(value, language))
  const form = useReply('extras', {
    reply: actionData?.form,
    initial: Object.fromEntries([
      ...[...EXTRA_FIELDS, ...EXCESS_FIELDS].map((name) => [name, written(company[name])]),
      ...COVER_PARTS.map((part) => [coverField(part), company.cover?.[part]]),
      ['flex_percent', plain(company.flex_percent)],
      ['flex_per_day', written(company.flex_per_day)],
      ['flex_until_hours', plain(company.flex_until_hours)],
    ]),
  })
  const labels: Record<string, string> = Object.fromEntries([
    ...[...EXTRA_FIELDS, ...EXCESS_FIELDS, ...FLEXIBLE_FIELDS].map((name) => [name, t(`extras.${name}`)]),
    ...COVER_PARTS.map((part) => [coverField(part), cover(`part.${part}`)]),
  ])
  const levels = [
    { value: '', label: t('extras.level.unset') },
    ...COVER_LEVELS.map((value) => ({ value, label: t(`extras.level.${value}`) })),
  ]
  const amount = (name: string) => (
    <TextField key={name} {...form.field(name)} label={labels[name] ?? name} inputMode="decimal" maxLength={30} />
  )
  return (
    <>
      <h1 className="head">{t('extras.title')}</h1>
      <div className="stack">
        <CompanyParts current="extras" />
        <PostForm {...form.props} className="card stack" aria-labelledby="extras-title">
          <h2 id="extras-title">{t('extras.prices', { unit: unitOf(currency, language) })}</h2>
          <p className="hint">{t('extras.hint')}</p>
          <ErrorSummary id="extras-errors" entries={form.summary(labels)} />
          <div className="fields">{EXTRA_FIELDS.map(amount)}</div>
          <fieldset className="stack stack-2">
            <legend>{t('extras.flexible')}</legend>
            <p className="hint">{t('extras.flexibleHint', { n: company.free_until_hours })}</p>
            <div className="fields">{FLEXIBLE_FIELDS.map(amount)}</div>
          </fieldset>
          <fieldset className="stack stack-2">
            <legend>{t('extras.cover')}</legend>
            <p className="hint">{t('extras.coverHint')}</p>
            <div className="fields">
              {EXCESS_FIELDS.map(amount)}
              {COVER_PARTS.map((part) => (
                <SelectField
                  key={part}
                  {...form.field(coverField(part))}
                  label={cover(`part.${part}`)}
                  options={levels}
                />
              ))}
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

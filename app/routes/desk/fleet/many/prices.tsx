import { redirect } from 'react-router'
import { z } from 'zod'
import { requiredText } from '#app/contract/shapes/text.ts'
import { formatMoney, unitOf } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import type { CurrencyCode } from '#app/rules/constants.ts'
import {
  isPercent,
  PRICE_CHANGES,
  type PriceChangeKind,
  ROUNDING_STEPS,
  USUAL_STEP,
} from '#app/rules/money/changed-prices.ts'
import { typedAmount } from '#app/rules/money/typed-amount.ts'
import { idsOf } from '#app/rules/search/id-list.ts'
import { DecisionForm } from '#app/ui/desk/decision-form.tsx'
import { SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { AnswerNote } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { PriceChanges } from '../../prices/price-changes.tsx'
import type { Route } from './+types/prices'

export const handle: PageHandle = { areas: ['bulk', 'prices', 'errors'], noJs: true, query: ['ids'] }

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const ids = searchParams.get('ids') ?? ''
  const chosen = idsOf(ids)
  if (!chosen) throw redirect('/desk/fleet/many')
  const { company } = await apiOf(context).company.settings.frame({})
  const t = textFor(context.get(siteContext).language, 'bulk')
  return { meta: { title: t('prices.title', { n: chosen.length }) }, ids, n: chosen.length, currency: company.currency }
}

const Typed = z.object({
  ids: z.string(),
  kind: z.enum(PRICE_CHANGES, { error: 'required' }),
  value: requiredText(30),
  step: z.coerce.number({ error: 'required' }),
  /** Stands for the prices of the preview; absent in the form that asks for one. */
  seen: z.string().max(64).optional(),
})
const CHANGED = { at: { CHANGED_MEANWHILE: { '': ['changed_meanwhile'] } } }

/** Shows what would change, or changes it as it was shown. */
export async function action({ context, request }: Route.ActionArgs) {
  const { settings, fleet } = apiOf(context).company
  const { currency } = (await settings.frame({})).company
  return answerForm(
    { context, request },
    Typed,
    async ({ value, seen, ...typed }, form) => {
      const read = readValue(value, typed.kind, currency)
      if ('fieldError' in read) return form.refuse({ value: [read.fieldError] })
      const change = { ...typed, value: read.minor }
      if (seen === undefined)
        return { form: undefined, typed: { ...typed, value }, preview: await fleet.many.previewPrices(change) }
      const { changed } = await fleet.many.setPrices({ ...change, seen })
      const t = textFor(context.get(siteContext).language, 'bulk')
      return { to: '/desk/fleet', said: t('prices.done', { n: changed }) }
    },
    CHANGED,
  )
}

/** A percentage is written like an amount without a fraction. */
function readValue(typed: string, kind: PriceChangeKind, currency: CurrencyCode) {
  if (!isPercent(kind)) return typedAmount(typed, currency)
  const read = typedAmount(typed.replace(/[%٪]/g, ''), 'IRT')
  return 'fieldError' in read ? { fieldError: 'number' as const } : read
}

/** Changes the day prices of the chosen vehicles: first a preview, then the button that applies it. */
export default function ChangePrices({ loaderData: { ids, n, currency }, actionData }: Route.ComponentProps) {
  const t = useText('bulk')
  const desk = useText('desk')
  const { language } = useLanguage()
  const shown = actionData && 'preview' in actionData ? actionData : undefined
  const form = useReply('prices', {
    reply: actionData?.form,
    initial: shown
      ? { ...shown.typed, step: String(shown.typed.step) }
      : { kind: 'PERCENT_UP', step: String(USUAL_STEP[currency]) },
  })
  const unit = unitOf(currency, language)
  const labels = { kind: t('prices.kind'), value: t('prices.value'), step: t('prices.step') }
  return (
    <>
      <Breadcrumbs
        crumbs={[{ label: desk('fleet.title'), href: pathIn(language, '/desk/fleet') }, { label: t('to.prices') }]}
      />
      <div className="head">
        <h1>{t('prices.title', { n })}</h1>
        <p className="soft">{t('prices.text')}</p>
      </div>
      <div className="stack">
        <DecisionForm
          form={form}
          labels={labels}
          choices={[{ label: t('prices.preview') }]}
          back={{ path: '/desk/fleet', label: t('back') }}
        >
          <input type="hidden" name="ids" value={ids} />
          <div className="fields">
            <SelectField
              {...form.field('kind')}
              label={labels.kind}
              options={PRICE_CHANGES.map((value) => ({
                value,
                label: isPercent(value) ? t(`prices.by.${value}`) : t(`prices.by.${value}`, { unit }),
              }))}
            />
            <TextField {...form.field('value')} label={labels.value} inputMode="decimal" maxLength={30} required />
            <SelectField
              {...form.field('step')}
              label={labels.step}
              options={ROUNDING_STEPS[currency].map((step) => ({
                value: String(step),
                label:
                  step === 1 ? t('prices.exact') : t('prices.to', { amount: formatMoney(step, currency, language) }),
              }))}
            />
          </div>
        </DecisionForm>
        {shown && <Preview shown={shown} ids={ids} />}
      </div>
    </>
  )
}

type Shown = Extract<NonNullable<Route.ComponentProps['actionData']>, { preview: unknown }>

function Preview({ shown, ids }: { shown: Shown; ids: string }) {
  const t = useText('bulk')
  const { preview, typed } = shown
  const { count, refused, bookings, first, seen, currency } = preview
  return (
    <section className="card stack" aria-labelledby="preview">
      <h2 id="preview">{t('prices.previewTitle')}</h2>
      <AnswerNote kind={refused > 0 ? 'bad' : 'info'} newest={preview}>
        <p>{refused > 0 ? t('prices.refused', { n: refused }) : t('prices.changes', { n: count })}</p>
        {bookings > 0 && refused === 0 && <p>{t('kept', { n: bookings })}</p>}
      </AnswerNote>
      {count > 0 && (
        <PriceChanges
          label={t('prices.previewTitle')}
          currency={currency}
          changes={first.map((vehicle) => ({
            ...vehicle,
            note:
              vehicle.after === null
                ? t('prices.outOfBounds')
                : vehicle.bookings > 0
                  ? t('bookings', { n: vehicle.bookings })
                  : undefined,
          }))}
        />
      )}
      {count > first.length && <p className="soft">{t('more', { n: count - first.length })}</p>}
      {count > 0 && refused === 0 && (
        <PostForm>
          <input type="hidden" name="ids" value={ids} />
          <input type="hidden" name="kind" value={typed.kind} />
          <input type="hidden" name="value" value={typed.value} />
          <input type="hidden" name="step" value={typed.step} />
          <input type="hidden" name="seen" value={seen} />
          <SubmitButton>{t('prices.apply', { n: count })}</SubmitButton>
        </PostForm>
      )}
    </section>
  )
}

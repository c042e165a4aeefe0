import { z } from 'zod'
import { RulingFields } from '#app/contract/operator/disputes.ts'
import { optionalText } from '#app/contract/shapes/text.ts'
import { formatMoney, unitOf } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { typedAmount } from '#app/rules/money/typed-amount.ts'
import { RULINGS } from '#app/rules/reservation/charges/dispute.ts'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { FieldGroup } from '#app/ui/form/field.tsx'
import { OptionCard } from '#app/ui/form/option-card.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { orGone } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { requireFreshFactor } from '#app/web/session/fresh-factor.server.ts'
import { ReasonForm } from '../reason-form.tsx'
import { publicIdOf } from '../row-id.server.ts'
import type { Route } from './+types/ruling'

export const handle: PageHandle = { areas: ['disputes', 'protocol'], query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  await requireFreshFactor(context)
  const { language } = context.get(siteContext)
  const dispute = await apiOf(context).operator.disputes.read({ id: publicIdOf(params) })
  const { id, number, amount, currency, status, requested, heard, records } = dispute
  const meta = { title: textFor(language, 'disputes')('one', { number: numberIn(language, number) }) }
  const page = { meta, id, number, amount, currency, status, requested, heard, held: records.deposit_held }
  return orGone(page, status === 'DISPUTED' && !requested)
}

const Decision = z.object({ ...RulingFields.shape, amount: optionalText(30) })

export async function action({ context, params, request }: Route.ActionArgs) {
  const { operator } = apiOf(context)
  const id = publicIdOf(params)
  return answerForm({ context, request }, Decision, async ({ ruling, amount, reason }, form) => {
    const { currency } = await operator.disputes.read({ id })
    const part = ruling === 'PART' ? typedAmount(amount ?? '', currency) : undefined
    if (part && 'fieldError' in part) return form.refuse({ amount: [part.fieldError] })
    const { waits } = await operator.disputes.rule({ id, ruling, amount: part?.minor, reason })
    const said = textFor(context.get(siteContext).language, 'disputes')(waits ? 'waits' : 'done')
    return { to: `/operator/disputes/${id}`, said }
  })
}

/** The one ruling on a dispute, on a page of its own. */
export default function Ruling({ loaderData, actionData }: Route.ComponentProps) {
  const { id, number, amount, currency, status, requested, heard, held } = loaderData
  const t = useText('disputes')
  const protocol = useText('protocol')
  const { language } = useLanguage()
  const labels = { ruling: t('ruling'), amount: t('partAmount', { unit: unitOf(currency, language) }) }
  const back = `/operator/disputes/${id}`
  const money = (value: number) => formatMoney(value, currency, language)
  return (
    <>
      <DeskHead title={t('one', { number: numberIn(language, number) })} />
      {status === 'DISPUTED' && !requested ? (
        <ReasonForm
          id="ruling"
          reply={actionData?.form}
          labels={labels}
          text={
            <>
              <p>{t('question', { asked: money(amount), held: money(held) })}</p>
              {!heard.includes('CUSTOMER') && <Note kind="warn">{t('silence')}</Note>}
            </>
          }
          choices={[{ label: t('submit') }]}
          back={back}
          reasonHint={t('reasonHint')}
        >
          {(form) => (
            <>
              <FieldGroup
                id={form.field('ruling').id}
                label={labels.ruling}
                {...(form.fieldErrors('ruling') && { fieldErrors: form.fieldErrors('ruling')! })}
              >
                {RULINGS.map((value) => (
                  <OptionCard
                    key={value}
                    name="ruling"
                    value={value}
                    checked={form.isChosen('ruling', value)}
                    title={t(value)}
                    detail={value === 'PART' ? t('PARTHint') : undefined}
                    end={value === 'FULL' ? money(amount) : undefined}
                    required
                  />
                ))}
              </FieldGroup>
              <TextField
                {...form.field('amount')}
                label={labels.amount}
                hint={t('partHint')}
                inputMode="decimal"
                maxLength={30}
                optional
              />
            </>
          )}
        </ReasonForm>
      ) : (
        <div className="card stack">
          <p role="alert">{requested ? t('goneWaits') : t('gone', { status: protocol(`proposalStatus.${status}`) })}</p>
          <a href={pathIn(language, back)}>{t('back')}</a>
        </div>
      )}
    </>
  )
}

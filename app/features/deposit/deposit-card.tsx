import type { z } from 'zod'
import type { DepositFacts } from '#app/contract/shapes/deposit.ts'
import { formatDate, formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { CurrencyCode } from '#app/rules/constants.ts'
import { Card } from '#app/ui/card.tsx'
import { StatusLine, type StatusStep } from '#app/ui/page/status-line.tsx'

type Shown = { deposit: z.infer<typeof DepositFacts>; currency: CurrencyCode; zone: string }

/**
 * When the traveller gets the deposit back, how much of it, by which way, and what has happened to it so far; `payAt` is where it can be
 * paid online.
 */
export function DepositBackCard({ deposit, currency, zone, payAt }: Shown & { payAt?: string | undefined }) {
  const t = useText('deposit')
  const { language } = useLanguage()
  const steps = useSteps({ deposit, currency, zone })
  if (deposit.state === 'NONE') return null
  return (
    <Card id="deposit-back" title={t('title')} className="stack">
      <p>
        <DepositSentence deposit={deposit} currency={currency} />
      </p>
      <StatusLine label={t('line')} steps={steps} />
      {payAt && deposit.online !== null && (
        <div>
          <a className="btn btn-go" href={pathIn(language, payAt)}>
            {t('pay.link')}
          </a>
        </div>
      )}
      <p className="sm soft">{t('rule')}</p>
    </Card>
  )
}

/** In one sentence: what is held or was given back, and until when; travellers whose deposit is overdue read whom to write to. */
export function DepositSentence({ deposit, currency, isDesk = false }: Omit<Shown, 'zone'> & { isDesk?: boolean }) {
  const t = useText('deposit')
  const { language } = useLanguage()
  const { state, agreed, held, back, kept, way, back_by, back_days, due } = deposit
  const money = (amount: number) => formatMoney(amount, currency, language)
  const day = back_by ? formatDate(back_by, language, 'weekday') : ''
  switch (state) {
    case 'NONE':
      return null
    case 'AGREED':
      return t('sentence.agreed', { amount: money(agreed), day, n: back_days })
    case 'HELD':
      if (way === 'ONLINE')
        return t(onlineSentence({ isOverdue: due === 'OVERDUE', isDesk }), { amount: money(held), day })
      return t(due === 'OVERDUE' && !isDesk ? 'sentence.overdue' : 'sentence.held', { amount: money(held), day })
    case 'GIVEN_BACK':
      return t('sentence.back', { amount: money(back) })
    default:
      return t('sentence.kept', { amount: money(back), kept: money(kept) })
  }
}

/** After its last day the site holds only what a charge still asks for. */
function onlineSentence({ isOverdue, isDesk }: { isOverdue: boolean; isDesk: boolean }) {
  if (isOverdue) return isDesk ? 'sentence.claimedForDesk' : 'sentence.claimedByUs'
  return isDesk ? 'sentence.heldForDesk' : 'sentence.heldByUs'
}

function useSteps({ deposit, currency, zone }: Shown): StatusStep[] {
  const t = useText('deposit')
  const { language } = useLanguage()
  const { state, agreed, taken, held, back, kept, way, taken_at, closed_at, ended_on, back_by, online } = deposit
  const money = (amount: number) => formatMoney(amount, currency, language)
  const at = (instant: string | null) => instant && formatInstant(new Date(instant), zone, language, 'weekday')
  const isHeld = state === 'HELD'
  const isOver = closed_at !== null
  const isTaken = taken > 0
  return [
    ...(agreed > 0
      ? [{ key: 'agreed', state: 'done', title: t('step.agreed', { amount: money(agreed) }) } as const]
      : []),
    {
      key: 'taken',
      state: isTaken ? 'done' : 'now',
      title: isTaken ? t('step.taken', { amount: money(taken) }) : t(online === null ? 'step.take' : 'step.takeOnline'),
      detail: isTaken && way ? `${t(`way.${way}`)} · ${at(taken_at)}` : undefined,
    },
    ...(isOver
      ? []
      : [
          {
            key: 'ended',
            state: ended_on ? 'done' : isTaken ? 'now' : 'todo',
            title: t('step.ended'),
            detail: ended_on ? formatDate(ended_on, language, 'weekday') : undefined,
          } as const,
        ]),
    ...(kept > 0
      ? [
          {
            key: 'kept',
            state: 'done',
            title: t('step.kept', { amount: money(kept) }),
            detail: t('step.keptWhy'),
          } as const,
        ]
      : []),
    ...(isOver && back === 0
      ? []
      : [
          {
            key: 'back',
            state: isOver ? 'done' : isHeld && ended_on ? 'now' : 'todo',
            title: isOver
              ? t('step.given', { amount: money(back) })
              : t('step.back', { amount: money(isTaken ? held : agreed) }),
            detail: isOver
              ? at(closed_at)
              : back_by && t('step.backBy', { day: formatDate(back_by, language, 'weekday') }),
          } as const,
        ]),
  ]
}

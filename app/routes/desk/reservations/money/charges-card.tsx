import { ProposalLines, type ShownProposal } from '#app/features/protocol/proposal-lines.tsx'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { mayChangeProposal } from '#app/rules/reservation/proposal-status.ts'
import { DESK_WAYS } from '#app/rules/reservation/protocol.ts'
import { Card } from '#app/ui/card.tsx'
import { type ReplyForm, SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { DeskOne } from '../own.server.ts'

/** What was asked of the customer, how it is paid once accepted, and the deposit that is still held. */
export function ChargesCard({ one, form }: { one: DeskOne; form: ReplyForm }) {
  const t = useText('protocol')
  const { language } = useLanguage()
  const { proposals, deposit_held, currency, status, late_fee } = one
  const givesBack = deposit_held > 0 && status === 'COMPLETED'
  if (proposals.length === 0 && !givesBack && late_fee === null) return null
  const held = formatMoney(deposit_held, currency, language)
  return (
    <Card id="charges" title={t('desk.charges')} className="stack">
      {proposals.map((proposal) => (
        <section key={proposal.id} className="stack stack-2">
          <ProposalLines proposal={proposal} />
          {proposal.status === 'ACCEPTED' && <Settle one={one} proposal={proposal} form={form} />}
          {mayChangeProposal(proposal.status, 'WITHDRAWN', 'COMPANY') && (
            <PostForm>
              <input type="hidden" name="proposal" value={proposal.id} />
              <SubmitButton name="intent" value="withdraw" className="btn btn-s btn-bad">
                {t('desk.withdraw')}
              </SubmitButton>
            </PostForm>
          )}
        </section>
      ))}
      {givesBack && (
        <PostForm className="row row-s">
          <input type="hidden" name="amount" value={deposit_held} />
          <span>{t('desk.held', { amount: held })}</span>
          <SubmitButton name="intent" value="give-back" className="btn btn-s">
            {t('desk.giveBack', { amount: held })}
          </SubmitButton>
        </PostForm>
      )}
      {late_fee !== null && (
        <p>
          <a className="btn" href={pathIn(language, `/desk/reservations/${one.id}/late-fee`)}>
            {t('late.submit')}
          </a>
        </p>
      )}
    </Card>
  )
}

function Settle({ one, proposal, form }: { one: DeskOne; proposal: ShownProposal; form: ReplyForm }) {
  const t = useText('protocol')
  return (
    <div className="stack stack-2">
      <PostForm className="fields">
        <input type="hidden" name="proposal" value={proposal.id} />
        <SelectField
          {...form.field('way')}
          id={`way-${proposal.id}`}
          label={t('by')}
          options={DESK_WAYS.map((way) => ({ value: way, label: t(`way.${way}`) }))}
        />
        <TextField
          {...form.field('reference')}
          id={`reference-${proposal.id}`}
          label={t('reference')}
          maxLength={40}
          optional
        />
        <SubmitButton name="intent" value="settle">
          {t('desk.received')}
        </SubmitButton>
      </PostForm>
      {one.deposit_held >= proposal.amount && (
        <PostForm>
          <input type="hidden" name="proposal" value={proposal.id} />
          <SubmitButton name="intent" value="settle-deposit" className="btn">
            {t('desk.fromDeposit')}
          </SubmitButton>
        </PostForm>
      )}
    </div>
  )
}

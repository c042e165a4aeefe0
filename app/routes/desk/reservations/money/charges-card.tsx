import { DisputePart } from '#app/features/protocol/dispute-part.tsx'
import { ProposalLines, type ShownProposal } from '#app/features/protocol/proposal-lines.tsx'
import { StatementForm } from '#app/features/protocol/statement-form.tsx'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { mayChangeProposal, OWED } from '#app/rules/reservation/charges/proposal-status.ts'
import { DESK_WAYS } from '#app/rules/reservation/protocol.ts'
import { Card } from '#app/ui/card.tsx'
import { type ReplyForm, SubmitButton } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Tag } from '#app/ui/tag.tsx'
import type { DeskOne } from '../own.server.ts'

/** What was asked of the customer, how it is paid once accepted, and the deposit that is still held. */
export function ChargesCard({ one, form, isDriver }: { one: DeskOne; form: ReplyForm; isDriver: boolean }) {
  const t = useText('protocol')
  const { language } = useLanguage()
  const { proposals, currency, status, late_fee } = one
  const mayAsk = status === 'COMPLETED' && !isDriver
  if (proposals.length === 0 && late_fee === null && !mayAsk) return null
  const money = (amount: number) => formatMoney(amount, currency, language)
  return (
    <Card id="charges" title={t('desk.charges')} className="stack">
      {proposals.map((proposal) => (
        <div key={proposal.id} className="stack stack-2">
          <ProposalLines proposal={proposal} />
          {proposal.status === 'DRAFT' && <Unsent one={one} proposal={proposal} isDriver={isDriver} />}
          {!isDriver && <Dispute one={one} proposal={proposal} form={form} />}
          {!isDriver && OWED.includes(proposal.status) && <Settle one={one} proposal={proposal} form={form} />}
          {!isDriver && proposal.status !== 'DRAFT' && mayChangeProposal(proposal.status, 'WITHDRAWN', 'COMPANY') && (
            <PostForm>
              <input type="hidden" name="proposal" value={proposal.id} />
              <SubmitButton name="intent" value="withdraw" className="btn btn-s btn-bad">
                {t('desk.withdraw')}
              </SubmitButton>
            </PostForm>
          )}
        </div>
      ))}
      {mayAsk && (
        <p className="row row-s">
          <a className="btn btn-s" href={pathIn(language, `/desk/reservations/${one.id}/charge`)}>
            {t(one.charge_draft ? 'hand.goOn' : 'hand.link')}
          </a>
          {one.charge_draft && <Tag kind="warn">{t('hand.notSent', { amount: money(one.charge_draft.amount) })}</Tag>}
        </p>
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

/** What a return proposes before it is sent: the company's to check, change, send or delete. */
function Unsent({ one, proposal, isDriver }: { one: DeskOne; proposal: ShownProposal; isDriver: boolean }) {
  const t = useText('protocol')
  const { language } = useLanguage()
  const { id, amount, currency } = proposal
  if (isDriver) return <Note>{t('unsent.driver')}</Note>
  return (
    <>
      <Note>{t('unsent.text')}</Note>
      <div className="row">
        <PostForm>
          <input type="hidden" name="proposal" value={id} />
          <input type="hidden" name="amount" value={amount} />
          <SubmitButton name="intent" value="send">
            {t('unsent.send', { amount: formatMoney(amount, currency, language) })}
          </SubmitButton>
        </PostForm>
        <a className="btn" href={pathIn(language, `/desk/reservations/${one.id}/proposal`)}>
          {t('unsent.edit')}
        </a>
        <PostForm>
          <input type="hidden" name="proposal" value={id} />
          <SubmitButton name="intent" value="delete" className="btn btn-bad">
            {t('hand.drop')}
          </SubmitButton>
        </PostForm>
      </div>
    </>
  )
}

/** What the customer has against it, the company's answer, and the way to an operator where the customer does not answer. */
function Dispute({ one, proposal, form }: { one: DeskOne; proposal: ShownProposal; form: ReplyForm }) {
  const t = useText('protocol')
  const { language } = useLanguage()
  const { id, status, answer_by, may_escalate } = proposal
  const intent = status === 'DISPUTED' ? 'answer' : may_escalate ? 'escalate' : null
  return (
    <>
      {status === 'OPEN' && answer_by && !may_escalate && (
        <p className="sm soft">
          {t('dispute.waits', { date: formatInstant(new Date(answer_by), one.city.zone, language, 'weekday') })}
        </p>
      )}
      <DisputePart proposal={proposal} zone={one.city.zone} />
      {intent && (
        <StatementForm
          proposal={id}
          form={form}
          label={t(`statement.${intent}.label`)}
          hint={t(`statement.${intent}.hint`)}
          intent={intent}
          submit={t(`statement.${intent}.submit`)}
        />
      )}
    </>
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
      {one.deposit_held >= proposal.due && (
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

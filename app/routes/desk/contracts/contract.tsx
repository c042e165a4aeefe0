import type { RouterContextProvider } from 'react-router'
import { ContractFields, CounterSigning } from '#app/contract/company/contracts.ts'
import { Paper } from '#app/features/contract/paper.tsx'
import { paperWords } from '#app/features/contract/paper-words.server.ts'
import { pathIn } from '#app/i18n/language.ts'
import { LANGUAGE_NAMES } from '#app/i18n/language-names.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { deskReservation } from '#app/routes/desk/reservations/own.server.ts'
import { ReservationHead } from '#app/routes/desk/reservations/reservation-head.tsx'
import { LANGUAGES } from '#app/rules/constants.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { NoFields } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/contract'
import { DrawingPad } from './drawing-pad.live.tsx'
import { EvidenceCard } from './evidence-card.tsx'

export const handle: PageHandle = { areas: ['contract', 'errors'], eager: true }

const CHANGED = {
  at: {
    CHANGED_MEANWHILE: { '': ['contract_changed'] },
    STATUS_CONFLICT: { '': ['contract_closed'] },
  },
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { id, number, fullname, ad } = await deskReservation(context, params.id)
  const state = await apiOf(context).company.contracts.read({ id })
  const t = textFor(context.get(siteContext).language, 'contract')
  return {
    meta: { title: t('titleOf', { name: fullname }) },
    reservation: { id, number, vehicle: ad.title },
    state,
    words: state.contracts.map(({ language }) => paperWords(language)),
    isPrinting: url.searchParams.has('print'),
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id } = await deskReservation(context, params.id)
  const fields = await request.formData()
  switch (fields.get('intent')) {
    case 'make':
      return make(context, id, fields)
    case 'send':
      return answerForm(
        { context, request: fields },
        NoFields,
        async () => {
          await apiOf(context).company.contracts.send({ id })
          return done(context, id, 'send.done')
        },
        CHANGED,
      )
    default:
      return answerForm(
        { context, request: fields },
        CounterSigning,
        async (signing) => {
          await apiOf(context).company.contracts.sign({ id, ...signing })
          return done(context, id, 'sign.done')
        },
        CHANGED,
      )
  }
}

type Context = Readonly<RouterContextProvider>

function make(context: Context, id: string, fields: FormData) {
  return answerForm(
    { context, request: fields },
    ContractFields,
    async (made) => {
      await apiOf(context).company.contracts.make({ id, ...made })
      return done(context, id, 'make.done')
    },
    CHANGED,
  )
}

function done(context: Context, id: string, said: 'make.done' | 'sign.done' | 'send.done') {
  const t = textFor(context.get(siteContext).language, 'contract')
  return { to: `/desk/reservations/${id}/contract`, said: t(said) }
}

/** The contract of a reservation: made, signed at the counter, and what proves it. */
export default function DeskContract({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('contract')
  const { language } = useLanguage()
  const { reservation, state, words, isPrinting } = loaderData
  const last = state.contracts.at(-1)
  const signed = last?.signatures.map(({ side }) => side) ?? []
  const isSigned = signed.includes('CUSTOMER')
  const reply = actionData?.form
  const sent = reply?.initialValue?.intent
  const mayMake = state.is_open && (!last || !isSigned || state.is_outdated)
  return (
    <>
      <ReservationHead
        reservation={reservation}
        crumb={t('title')}
        title={last ? t('number', { number: numberIn(language, state.contracts[0]?.number ?? '') }) : t('title')}
      >
        {last && <SignedTag signed={signed} />}
        {last && (
          <a className="btn btn-s" href="?print">
            <Icon name="print" />
            {t('print')}
          </a>
        )}
      </ReservationHead>
      {isPrinting && <script src="/print.js" defer />}
      {last && state.is_outdated && (
        <div className="no-print pb-4">
          <Note kind="warn">{t(isSigned ? 'outdated.signed' : 'outdated.unsigned')}</Note>
        </div>
      )}
      <div className="duo">
        <div className="stack">
          {state.contracts.map((contract, index) => {
            const said = words[index]
            const { zone } = state.reservation
            return (
              said && (
                <div key={contract.id} className="stack stack-2">
                  <Paper contract={contract} words={said} zone={zone} company={state.company} />
                  <p className="no-print">
                    <a href={pathIn(language, `/desk/reservations/${reservation.id}/contract.pdf?addendum=${index}`)}>
                      {t('pdf')} <bdi>{numberIn(language, contract.number)}</bdi>
                    </a>
                  </p>
                </div>
              )
            )
          })}
          {!last && <p className="soft">{t(state.is_open ? 'none' : 'closed')}</p>}
          {state.is_open && !state.is_outdated && last && signed.length < 2 && (
            <SignCard {...{ state, contract: last, signed }} reply={sent === 'sign' ? reply : undefined} />
          )}
          {mayMake && <MakeCard {...{ state, isSigned }} reply={sent === 'make' ? reply : undefined} />}
        </div>
        <aside className="stack no-print">
          {state.is_open && !isSigned && <SendCard reply={sent === 'send' ? reply : undefined} />}
          {last && <EvidenceCard state={state} />}
        </aside>
      </div>
    </>
  )
}

type State = Route.ComponentProps['loaderData']['state']
export type DeskContractState = State

function SignedTag({ signed }: { signed: readonly ('CUSTOMER' | 'COMPANY')[] }) {
  const t = useText('contract')
  const [only] = signed
  if (signed.length === 2) return <Tag kind="ok">{t('state.signed')}</Tag>
  return only ? <Tag kind="info">{t(`state.${only}`)}</Tag> : <Tag kind="warn">{t('state.open')}</Tag>
}

function SignCard({
  state,
  contract,
  signed,
  reply,
}: {
  state: State
  contract: State['contracts'][number]
  signed: readonly string[]
  reply: FormReply | undefined
}) {
  const t = useText('contract')
  const { language } = useLanguage()
  const form = useReply('sign-form', { reply, initial: { company_name: state.staff ?? undefined } })
  const labels = {
    customer_name: t('sign.customer'),
    company_name: t('sign.company'),
    agreed: t('sign.agreed'),
    drawing: t('sign.drawing'),
  }
  return (
    <Card
      id="sign"
      className="stack no-print"
      title={t('sign.titleOf', { number: numberIn(language, contract.number) })}
    >
      <PostForm {...form.props} className="stack" aria-labelledby="sign-title">
        <ErrorSummary id="sign-errors" entries={form.summary(labels)} />
        <input type="hidden" name="contract" value={contract.id} />
        <input type="hidden" name="sha256" value={contract.sha256} />
        {!signed.includes('CUSTOMER') && (
          <TextField
            {...form.field('customer_name')}
            label={labels.customer_name}
            hint={t('sign.customerHint')}
            maxLength={120}
            autoComplete="off"
            optional={signed.length === 0}
          />
        )}
        {!signed.includes('CUSTOMER') && <DrawingPad name="drawing" before={form.value('drawing')} />}
        {!signed.includes('COMPANY') && (
          <TextField {...form.field('company_name')} label={labels.company_name} maxLength={120} autoComplete="off" />
        )}
        <Checkbox {...form.field('agreed')} checked={form.isChosen('agreed')} required>
          {labels.agreed}
        </Checkbox>
        <div>
          <SubmitButton name="intent" value="sign">
            {t('sign.submit')}
          </SubmitButton>
        </div>
      </PostForm>
    </Card>
  )
}

function MakeCard({ state, isSigned, reply }: { state: State; isSigned: boolean; reply: FormReply | undefined }) {
  const t = useText('contract')
  const last = state.contracts.at(-1)
  const form = useReply('make-form', {
    reply,
    initial: {
      language: last?.language ?? state.language,
      licence: state.licence ?? undefined,
      vin: state.vin ?? undefined,
    },
  })
  const labels = { language: t('make.language'), licence: t('make.licence'), vin: t('make.vin') }
  return (
    <Card id="make" className="stack no-print" title={t(isSigned ? 'make.addendum' : 'make.title')}>
      {!isSigned && <p className="sm soft">{t('make.text')}</p>}
      <PostForm {...form.props} className="stack" aria-labelledby="make-title">
        <ErrorSummary id="make-errors" entries={form.summary(labels)} />
        {isSigned ? (
          <input type="hidden" name="language" value={last?.language ?? state.language} />
        ) : (
          <div className="fields">
            <TextField
              {...form.field('licence')}
              label={labels.licence}
              hint={t('make.licenceHint')}
              dir="ltr"
              maxLength={30}
              autoComplete="off"
              optional
            />
            <TextField
              {...form.field('vin')}
              label={labels.vin}
              hint={t('make.vinHint')}
              dir="ltr"
              maxLength={30}
              autoComplete="off"
              optional
            />
            <SelectField
              {...form.field('language')}
              label={labels.language}
              options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            />
          </div>
        )}
        <div>
          <SubmitButton name="intent" value="make" className={last && !isSigned ? 'btn' : 'btn btn-go'}>
            {t(isSigned ? 'make.addendum' : last ? 'make.anew' : 'make.submit')}
          </SubmitButton>
        </div>
      </PostForm>
    </Card>
  )
}

function SendCard({ reply }: { reply: FormReply | undefined }) {
  const t = useText('contract')
  const form = useReply('send-form', { reply })
  return (
    <Card id="send" className="stack" title={t('send.title')}>
      <p className="sm soft">{t('send.text')}</p>
      <PostForm {...form.props} aria-labelledby="send-title">
        <ErrorSummary id="send-errors" entries={form.summary({})} />
        <SubmitButton name="intent" value="send" className="btn btn-s">
          {t('send.submit')}
        </SubmitButton>
      </PostForm>
    </Card>
  )
}

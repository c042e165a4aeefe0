import { z } from 'zod'
import { PhoneSigning } from '#app/contract/company/contracts.ts'
import { LicenceFields } from '#app/contract/reservations/own-contract.ts'
import { Flag, PublicId } from '#app/contract/shapes/shapes.ts'
import { optionalText } from '#app/contract/shapes/text.ts'
import { Paper } from '#app/features/contract/paper.tsx'
import { paperWords } from '#app/features/contract/paper-words.server.ts'
import { CodeField } from '#app/features/sign-in/code-field.tsx'
import { codeErrors } from '#app/features/sign-in/refused-code.server.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { isolated, numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { EnterButton, type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { AnswerNote, Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { NoFields } from '#app/web/page/forms.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/contract'

export const handle: PageHandle = { areas: ['contract', 'errors'], noJs: true, private: true, noIndex: true }

const CHANGED = {
  CHANGED_MEANWHILE: { '': ['contract_changed'] },
  STATUS_CONFLICT: { '': ['contract_closed'] },
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const state = await apiOf(context).reservations.contract({ id: idOf(params.id) })
  const t = textFor(context.get(siteContext).language, 'contract')
  return {
    meta: { title: t('own.title'), description: t('own.lead') },
    state,
    words: state.contracts.map(({ language }) => paperWords(language)),
    isPrinting: url.searchParams.has('print'),
  }
}

/** What the form has before its code: kept as typed while the code is sent. */
const BeforeCode = z.object({
  contract: PhoneSigning.shape.contract,
  sha256: PhoneSigning.shape.sha256,
  name: optionalText(120),
  agreed: Flag,
  understood: Flag,
})

export async function action({ context, params, request }: Route.ActionArgs) {
  const id = idOf(params.id)
  const here = `/voucher/${id}/contract`
  const { reservations } = apiOf(context)
  const t = textFor(context.get(siteContext).language, 'contract')
  const fields = await request.formData()
  switch (fields.get('intent')) {
    case 'licence':
      return answerForm(
        { context, request: fields },
        LicenceFields,
        async ({ licence }) => {
          await reservations.prepareContract({ id, licence })
          return { to: here, said: t('make.done') }
        },
        { at: CHANGED },
      )
    case 'renew':
      return answerForm(
        { context, request: fields },
        NoFields,
        async () => {
          await reservations.prepareContract({ id })
          return { to: here, said: t('make.done') }
        },
        { at: CHANGED },
      )
    case 'code':
      return answerForm(
        { context, request: fields },
        BeforeCode,
        async ({ contract, sha256 }, form) => {
          await reservations.contractCode({ id, contract, sha256 })
          return form.refuse({}, 200)
        },
        codeErrors(CHANGED),
      )
    default:
      return answerForm(
        { context, request: fields },
        PhoneSigning,
        async (signing) => {
          await reservations.signContract({ id, ...signing })
          return { to: here, said: t('own.done') }
        },
        codeErrors(CHANGED),
      )
  }
}

/** How long to wait, where there were too many tries. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

function idOf(given: string | undefined): string {
  const id = PublicId.safeParse(given)
  if (!id.success) throw notFound()
  return id.data
}

/** The contract as its customer reads and signs it, on their own phone (design/golive, screen 14). */
export default function OwnContract({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('contract')
  const { language } = useLanguage()
  const { state, words, isPrinting } = loaderData
  const last = state.contracts.at(-1)
  const reply = actionData?.form
  const sent = reply?.initialValue?.intent
  const isSigned = last?.signatures.some(({ side }) => side === 'CUSTOMER') ?? false
  const needsLicence = state.is_open && !state.has_licence && !isSigned
  const back = `/voucher/${state.reservation.id}`
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap read">
        <div className="page-head no-print">
          <h1>{t('own.title')}</h1>
          <p className="soft">{numberIn(language, state.reservation.number)}</p>
        </div>
        <div className="stack">
          {isPrinting && <script src="/print.js" defer />}
          {!state.is_open && !last && <Note kind="info">{t('closed')}</Note>}
          {needsLicence && <LicenceCard reply={sent === 'licence' ? reply : undefined} />}
          {state.is_open && last && state.is_outdated && (
            <RenewCard reply={sent === 'renew' ? reply : undefined} isSigned={isSigned} />
          )}
          {state.contracts.map((contract, index) => {
            const said = words[index]
            const { zone } = state.reservation
            return (
              said && (
                <div key={contract.id} className="stack stack-2">
                  <Paper contract={contract} words={said} zone={zone} company={state.company} />
                  <p className="no-print">
                    <a href={pathIn(language, `/voucher/${state.reservation.id}/contract.pdf?addendum=${index}`)}>
                      {t('pdf')} <bdi>{numberIn(language, contract.number)}</bdi>
                    </a>
                  </p>
                </div>
              )
            )
          })}
          {isSigned && (
            <div className="no-print">
              <Note kind="ok">{t('own.signedNote')}</Note>
            </div>
          )}
          {state.is_open && last && !isSigned && !state.is_outdated && !needsLicence && (
            <SignCard {...{ state, contract: last }} reply={sent === 'sign' || sent === 'code' ? reply : undefined} />
          )}
          <div className="row no-print">
            {last && (
              <a className="btn" href="?print">
                <Icon name="print" />
                {t('print')}
              </a>
            )}
            <a className="btn" href={pathIn(language, back)}>
              {t('own.back')}
            </a>
          </div>
        </div>
      </div>
    </main>
  )
}

function LicenceCard({ reply }: { reply: FormReply | undefined }) {
  const t = useText('contract')
  const form = useReply('licence-form', { reply })
  const label = t('make.licence')
  return (
    <Card id="licence" className="stack no-print" title={t('fact.licence')}>
      <p>{t('own.licenceText')}</p>
      <PostForm {...form.props} className="stack" aria-labelledby="licence-title">
        <ErrorSummary id="licence-errors" entries={form.summary({ licence: label })} />
        <TextField {...form.field('licence')} label={label} dir="ltr" maxLength={30} autoComplete="off" required />
        <div>
          <SubmitButton name="intent" value="licence">
            {t('own.licenceSubmit')}
          </SubmitButton>
        </div>
      </PostForm>
    </Card>
  )
}

function RenewCard({ reply, isSigned }: { reply: FormReply | undefined; isSigned: boolean }) {
  const t = useText('contract')
  const form = useReply('renew-form', { reply })
  return (
    <div className="no-print stack">
      <Note kind="warn">{t('own.changed')}</Note>
      <PostForm {...form.props} aria-label={t('own.renew')}>
        <ErrorSummary id="renew-errors" entries={form.summary({})} />
        <SubmitButton name="intent" value="renew">
          {t(isSigned ? 'make.addendum' : 'own.renew')}
        </SubmitButton>
      </PostForm>
    </div>
  )
}

type State = Route.ComponentProps['loaderData']['state']

function SignCard({
  state,
  contract,
  reply,
}: {
  state: State
  contract: State['contracts'][number]
  reply: FormReply | undefined
}) {
  const t = useText('contract')
  const { language } = useLanguage()
  const form = useReply('sign-form', { reply })
  const labels = {
    agreed: t('own.agreed'),
    understood: t('own.understood'),
    name: t('own.name'),
    token: t('own.code'),
  }
  const wasSent = reply?.initialValue?.intent === 'code' && !reply.error
  return (
    <Card id="sign" className="stack no-print" title={t('sign.title')}>
      <PostForm {...form.props} className="stack" aria-labelledby="sign-title">
        <ErrorSummary id="sign-errors" entries={form.summary(labels)} />
        <input type="hidden" name="contract" value={contract.id} />
        <input type="hidden" name="sha256" value={contract.sha256} />
        <EnterButton name="intent" value="sign" />
        <Checkbox {...form.field('agreed')} checked={form.isChosen('agreed')}>
          {labels.agreed}
        </Checkbox>
        <Checkbox {...form.field('understood')} checked={form.isChosen('understood')}>
          {labels.understood}
        </Checkbox>
        <TextField {...form.field('name')} label={labels.name} maxLength={120} autoComplete="name" />
        <p className="sm soft">
          {state.phone_ending === null
            ? t('own.codeMail')
            : t('own.codePhone', { ending: isolated(localDigits(state.phone_ending, language)) })}
        </p>
        {wasSent && (
          <AnswerNote kind="ok" newest={reply}>
            {t('own.codeSent')}
          </AnswerNote>
        )}
        <div>
          <SubmitButton name="intent" value="code" className="btn btn-s" formNoValidate>
            {t('own.getCode')}
          </SubmitButton>
        </div>
        <CodeField code={form.field('token')} label={labels.token} />
        <p className="sm soft">{t('own.kept')}</p>
        <div>
          <SubmitButton name="intent" value="sign">
            {t('own.submit')}
          </SubmitButton>
        </div>
      </PostForm>
    </Card>
  )
}

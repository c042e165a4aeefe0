import { data, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { APPLICATION_FORMS } from '#app/contract/partners.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { type ApplicationStep, STEP_NAMES } from '#app/rules/text/partner-application.ts'
import { Note } from '#app/ui/page/note.tsx'
import { Progress } from '#app/ui/page/status-line.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/step'
import { takeDocuments } from './documents-form.server.ts'
import { DocumentsStep } from './documents-step.tsx'
import { StepForm } from './step-form.tsx'
import { Summary } from './summary.tsx'

const START = '/partner/apply'

export const handle: PageHandle = {
  title: 'partner/apply.title',
  description: 'partner/desk.text',
  areas: ['partner', 'errors'],
  noJs: true,
  private: true,
  noIndex: true,
  query: [],
}

/** What was sent or approved is shown on the page of its status. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const step = stepOf(params)
  const { application, is_staff, phone, phone_proven } = await apiOf(context).partners.application()
  if (is_staff || application?.status === 'SENT') throw redirect(START, 303)
  const open = application?.status === 'DRAFT' || application?.status === 'REJECTED' ? application : null
  const saved = open?.status === 'DRAFT' ? open.changed_at : null
  return {
    ...{ step, saved, phone, phone_proven, application: open },
    cities: step === 'place' ? await cityOptions(context) : [],
  }
}

export type Application = Route.ComponentProps['loaderData']
type Context = Readonly<RouterContextProvider>

export async function action({ context, params, request }: Route.ActionArgs) {
  const step = stepOf(params)
  if (step === 'check') return send(context, request)
  const next = `${START}/${STEP_NAMES[STEP_NAMES.indexOf(step) + 1]}`
  if (step === 'documents') return takeDocuments(context, request, { here: `${START}/${step}`, next })
  return save(context, request, { step, next })
}

type FormStep = keyof typeof APPLICATION_FORMS

function save(context: Context, request: Request, { step, next }: { step: FormStep; next: string }) {
  return answerForm({ context, request }, APPLICATION_FORMS[step] as z.ZodObject, async (value) => {
    await apiOf(context).partners.saveApplication(step === 'bank' ? { bank: bankOf(value) } : value)
    return redirect(next, 303)
  })
}

const Sending = z.object({ consent: z.literal('on', { error: 'required' }) })

function send(context: Context, request: Request) {
  return answerForm({ context, request }, Sending, async () => {
    await apiOf(context).partners.sendApplication({ consent: true })
    return { to: START, said: textFor(context.get(siteContext).language, 'partner')('status.sentDone') }
  })
}

/** How long to wait, where there were too many tries. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

/** One step of the application; its form goes on to the next one. */
export default function ApplicationStepPage({ loaderData, actionData }: Route.ComponentProps) {
  const { step, saved } = loaderData
  const t = useText('partner')
  const { language } = useLanguage()
  const at = STEP_NAMES.indexOf(step)
  const before = STEP_NAMES[at - 1]
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap read stack">
        <div className="page-head">
          <h1>{t('apply.title')}</h1>
          <p className="soft">{t('apply.at', { n: at + 1, of: STEP_NAMES.length, name: t(`step.${step}`) })}</p>
        </div>
        <div className="only-l">
          <Progress steps={STEP_NAMES.map((name) => t(`step.${name}`))} at={at} label={t('apply.steps')} />
        </div>
        {step === 'check' && <Summary application={loaderData} reply={actionData?.form} />}
        {step === 'documents' && <DocumentsStep application={loaderData} reply={actionData?.form} />}
        {step !== 'check' && step !== 'documents' && (
          <StepForm key={step} step={step} application={loaderData} reply={actionData?.form} />
        )}
        {before && (
          <p>
            <a href={pathIn(language, `${START}/${before}`)}>{t('apply.back')}</a>
          </p>
        )}
        {loaderData.application?.status === 'DRAFT' && loaderData.application.reason && (
          <Note kind="warn">
            {t('status.asked')} <bdi>{loaderData.application.reason}</bdi>
          </Note>
        )}
        <Note>
          {saved
            ? t('apply.saved', { when: formatInstant(new Date(saved), HOME_ZONE, language, 'long') })
            : t('apply.notSaved')}
        </Note>
      </div>
    </main>
  )
}

function stepOf({ step }: { step: string }): ApplicationStep {
  const found = STEP_NAMES.find((name) => name === step)
  if (!found) throw data(null, { status: 404 })
  return found
}

/** Null where nothing was entered: the account comes later. */
function bankOf({ bank_holder, iban }: Record<string, unknown>) {
  return bank_holder && iban ? { bank_holder: String(bank_holder), iban: String(iban) } : null
}

async function cityOptions(context: Context) {
  const { results } = await apiOf(context).places.cities({})
  return results.map(({ id, name }) => ({ value: String(id), label: name }))
}

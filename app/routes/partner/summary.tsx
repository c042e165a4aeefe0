import { formatNumber, localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { phoneIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { maskedIban } from '#app/rules/money/iban.ts'
import {
  APPLICATION_DOCUMENTS,
  APPLICATION_STEPS,
  type ApplicationStep,
  STEP_NAMES,
} from '#app/rules/text/partner-application.ts'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, type SummaryEntry, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Note } from '#app/ui/page/note.tsx'
import type { Application } from './step.tsx'
import { FIELDS } from './step-form.tsx'

const FORM_STEPS = STEP_NAMES.filter((step) => step !== 'check')

/** All that was said, step by step, what is missing, and the form that sends it. */
export function Summary({ application, reply }: { application: Application; reply?: FormReply | undefined }) {
  const t = useText('partner')
  const { language } = useLanguage()
  const form = useReply('send', { reply })
  const missing = FORM_STEPS.filter((step) => isMissing(step, application))
  return (
    <>
      {FORM_STEPS.map((step) => (
        <section key={step} className="card stack stack-2" aria-labelledby={`said-${step}`}>
          <div className="row between">
            <h2 id={`said-${step}`}>{t(`step.${step}`)}</h2>
            <a href={pathIn(language, `/partner/apply/${step}`)}>
              {t('check.change')} <span className="vh">{t(`step.${step}`)}</span>
            </a>
          </div>
          <Said step={step} application={application} />
        </section>
      ))}
      {missing.length > 0 && (
        <Note kind="warn">
          <p>{t('check.missing')}</p>
          <ul>
            {missing.map((step) => (
              <li key={step}>
                <a href={pathIn(language, `/partner/apply/${step}`)}>{t(`step.${step}`)}</a>
              </li>
            ))}
          </ul>
        </Note>
      )}
      <PostForm {...form.props} className="card stack">
        <ErrorSummary id="send-errors" entries={form.summary(useLabels()).map(atItsStep)} />
        <Checkbox
          id="send-consent"
          name="consent"
          checked={form.isChosen('consent')}
          {...(form.fieldErrors('consent') && { fieldErrors: form.fieldErrors('consent') ?? [] })}
        >
          {t('check.consent')}
        </Checkbox>
        <p className="sm">
          <a href={pathIn(language, '/pages/terms')}>{t('check.terms')}</a>
        </p>
        <div>
          <SubmitButton className="btn btn-go btn-lg">{t('check.send')}</SubmitButton>
        </div>
      </PostForm>
    </>
  )
}

function useLabels(): Record<string, string> {
  const t = useText('partner')
  const fields = FORM_STEPS.flatMap((step) => FIELDS[step].map((name) => [name, t(`field.${name}`)]))
  return { ...Object.fromEntries(fields), phone: t('field.phone'), consent: t('check.consent') }
}

/** What is wrong with a field of a step leads to what was said there. */
function atItsStep(entry: SummaryEntry): SummaryEntry {
  const ofStep = (step: (typeof FORM_STEPS)[number]): readonly string[] => FIELDS[step]
  const step = entry.name === 'phone' ? 'contact' : FORM_STEPS.find((one) => ofStep(one).includes(entry.name ?? ''))
  return step ? { ...entry, id: `said-${step}` } : entry
}

function isMissing(step: ApplicationStep, { application, phone_proven }: Application): boolean {
  if (step === 'contact' && !phone_proven) return true
  const fields: readonly string[] = APPLICATION_STEPS[step]
  return application ? fields.some((field) => application.missing.includes(field)) : fields.length > 0
}

function Said({ step, application: { application, phone } }: { step: ApplicationStep; application: Application }) {
  const t = useText('partner')
  const { language } = useLanguage()
  const said = application ?? undefined
  const kinds = said?.kinds.map((kind) => t(`kind.${kind}`)).join(' · ')
  const documents = said?.status === 'DRAFT' ? said.documents : []
  const namesOf = (kind: string) =>
    documents
      .filter(({ document }) => document === kind)
      .map(({ name }) => `\u2068${name}\u2069`)
      .join(' · ')
  const facts: Record<string, [label: string, value: string | null | undefined, isLtr?: boolean][]> = {
    company: [
      [t('field.company_name'), said?.company_name],
      [t('field.latin_name'), said?.latin_name, true],
      [t('field.legal_name'), said?.legal_name],
      [t('field.legal_id'), said?.legal_id && localDigits(said.legal_id, language), true],
    ],
    contact: [
      [t('field.contact_name'), said?.contact_name],
      [t('field.phone'), phoneIn(language, phone)],
    ],
    place: [
      [t('field.city'), said?.city_name],
      [t('field.place_kind'), said?.place_kind && t(`place.${said.place_kind}`)],
      [t('field.place_name'), said?.place_name],
      [t('field.address'), said?.address],
    ],
    fleet: [
      [t('field.kinds'), kinds],
      [t('field.vehicles'), said?.vehicles ? formatNumber(said.vehicles, language) : null],
    ],
    bank: [
      [t('field.bank_holder'), said?.bank_holder],
      [t('field.iban'), said?.iban && maskedIban(said.iban), true],
    ],
    documents: APPLICATION_DOCUMENTS.map((kind) => [t(`document.${kind}`), namesOf(kind)]),
  }
  return (
    <dl className="kv">
      {(facts[step] ?? []).map(([label, value, isLtr]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value ? <bdi dir={isLtr ? 'ltr' : undefined}>{value}</bdi> : t('check.none')}</dd>
        </div>
      ))}
    </dl>
  )
}

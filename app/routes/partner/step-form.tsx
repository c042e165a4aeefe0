import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { PLACE_KINDS } from '#app/rules/constants.ts'
import { formatPhone } from '#app/rules/identity/phone.ts'
import { type ApplicationStep, RENTED_KINDS } from '#app/rules/text/partner-application.ts'
import { Checkbox } from '#app/ui/form/checkbox.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { FieldGroup } from '#app/ui/form/field.tsx'
import { type FormReply, type ReplyForm, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextArea, TextField } from '#app/ui/form/text-field.tsx'
import { Tag } from '#app/ui/tag.tsx'
import type { Application } from './step.tsx'

type FormStep = Exclude<ApplicationStep, 'check' | 'documents'>
/** The fields of each step's form. */
export const FIELDS = {
  company: ['company_name', 'latin_name', 'legal_name', 'legal_id'],
  contact: ['contact_name'],
  place: ['city', 'place_kind', 'place_name', 'address'],
  fleet: ['kinds', 'vehicles'],
  bank: ['bank_holder', 'iban'],
  documents: [],
} as const

/** The fields of one step, as far as they were filled in before. */
export function StepForm({
  step,
  application,
  reply,
}: {
  step: FormStep
  application: Application
  reply?: FormReply | undefined
}) {
  const t = useText('partner')
  const form = useReply('partner', { reply, initial: initialOf(application) })
  const labels = Object.fromEntries(FIELDS[step].map((name) => [name, t(`field.${name}`)]))
  return (
    <PostForm {...form.props} className="card stack" aria-labelledby="step-title">
      <h2 id="step-title">{t(`step.${step}`)}</h2>
      <ErrorSummary id="partner-errors" entries={form.summary(labels)} />
      <Fields step={step} form={form} application={application} />
      <div>
        <SubmitButton>{t('apply.save')}</SubmitButton>
      </div>
    </PostForm>
  )
}

type StepProps = { form: ReplyForm; application: Application }

function Fields({ step, ...props }: { step: FormStep } & StepProps) {
  if (step === 'company') return <CompanyFields {...props} />
  if (step === 'contact') return <ContactFields {...props} />
  if (step === 'place') return <PlaceFields {...props} />
  return step === 'fleet' ? <FleetFields {...props} /> : <BankFields {...props} />
}

function CompanyFields({ form }: StepProps) {
  const t = useText('partner')
  return (
    <>
      <TextField {...form.field('company_name')} label={t('field.company_name')} maxLength={80} />
      <TextField
        {...form.field('latin_name')}
        label={t('field.latin_name')}
        hint={t('hint.latin_name')}
        maxLength={80}
        dir="ltr"
      />
      <TextField {...form.field('legal_name')} label={t('field.legal_name')} maxLength={120} />
      <TextField {...form.field('legal_id')} label={t('field.legal_id')} maxLength={30} dir="ltr" autoComplete="off" />
    </>
  )
}

function ContactFields({ form, application: { phone, phone_proven } }: StepProps) {
  const t = useText('partner')
  const { language } = useLanguage()
  return (
    <>
      <TextField
        {...form.field('contact_name')}
        label={t('field.contact_name')}
        hint={t('hint.contact_name')}
        maxLength={80}
        autoComplete="name"
      />
      <dl className="kv">
        <div>
          <dt>{t('field.phone')}</dt>
          <dd>
            <bdi dir="ltr">{formatPhone(phone)}</bdi>{' '}
            <Tag kind={phone_proven ? 'ok' : 'warn'}>{t(phone_proven ? 'phone.proven' : 'phone.notProven')}</Tag>
          </dd>
        </div>
      </dl>
      <p className="hint">{t('hint.phone')}</p>
      <p>
        <a href={pathIn(language, '/profile/profile/contact?change=phone')}>{t('phone.prove')}</a>
      </p>
    </>
  )
}

function PlaceFields({ form, application: { cities } }: StepProps) {
  const t = useText('partner')
  const choose = { value: '', label: t('field.choose') }
  const kinds = PLACE_KINDS.map((kind) => ({ value: kind, label: t(`place.${kind}`) }))
  return (
    <>
      <SelectField {...form.field('city')} label={t('field.city')} options={[choose, ...cities]} />
      <SelectField {...form.field('place_kind')} label={t('field.place_kind')} options={[choose, ...kinds]} />
      <TextField
        {...form.field('place_name')}
        label={t('field.place_name')}
        hint={t('hint.place_name')}
        maxLength={80}
      />
      <TextArea {...form.field('address')} label={t('field.address')} maxLength={300} rows={3} />
    </>
  )
}

function FleetFields({ form, application: { application } }: StepProps) {
  const t = useText('partner')
  const { id, fieldErrors } = form.field('kinds')
  const isTyped = form.value('vehicles') !== undefined && form.fieldErrors('kinds') !== undefined
  return (
    <>
      <FieldGroup id={id} label={t('field.kinds')} {...(fieldErrors && { fieldErrors })}>
        {RENTED_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            id={`${id}-${kind}`}
            name="kinds"
            value={kind}
            checked={form.isChosen('kinds', kind) || (!isTyped && application?.kinds.includes(kind))}
          >
            {t(`kind.${kind}`)}
          </Checkbox>
        ))}
      </FieldGroup>
      <TextField {...form.field('vehicles')} label={t('field.vehicles')} inputMode="numeric" maxLength={10} />
    </>
  )
}

function BankFields({ form }: StepProps) {
  const t = useText('partner')
  return (
    <>
      <p className="soft">{t('bank.lead')}</p>
      <TextField
        {...form.field('bank_holder')}
        label={t('field.bank_holder')}
        maxLength={70}
        autoComplete="off"
        optional
      />
      <TextField {...form.field('iban')} label={t('field.iban')} dir="ltr" maxLength={50} autoComplete="off" optional />
    </>
  )
}

function initialOf({ application }: Application): Record<string, string | undefined> {
  if (!application) return {}
  const { company_name, latin_name, legal_name, legal_id, contact_name } = application
  const { city, place_kind, place_name, address, vehicles, bank_holder, iban } = application
  const texts = { company_name, latin_name, legal_name, legal_id, contact_name, place_kind, place_name, address }
  const known = Object.entries({ ...texts, city, vehicles, bank_holder, iban })
  return Object.fromEntries(known.flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])))
}

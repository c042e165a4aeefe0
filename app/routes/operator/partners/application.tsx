import type { ReactNode } from 'react'
import { ApplicationDecision } from '#app/contract/operator/partners.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatNumber, localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { formatPhone } from '#app/rules/identity/phone.ts'
import { Card, Facts } from '#app/ui/card.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextArea, TextField } from '#app/ui/form/text-field.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/application'

const PATH = '/operator/partners'

export const handle: PageHandle = { areas: ['partner', 'errors'], query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  const application = await apiOf(context).operator.partners.read({ id: idOf(params) })
  return { application, meta: { title: application.company_name ?? '' } }
}

/** An invalid number becomes one that does not exist: the call answers 404. */
function idOf({ id }: { id: string }): number {
  return /^\d{1,9}$/.test(id) ? Number(id) : 2_147_483_647
}

export function action({ context, params, request }: Route.ActionArgs) {
  return answerForm({ context, request }, ApplicationDecision, async ({ decision, reason, commission_percent }) => {
    await apiOf(context).operator.partners.decide({ id: idOf(params), decision, reason, commission_percent })
    const t = textFor(context.get(siteContext).language, 'partner')
    return { to: PATH, said: t(DONE[decision]) }
  })
}

const DONE = {
  APPROVE: 'operator.approvedDone',
  REJECT: 'operator.rejectedDone',
  ASK: 'operator.askedDone',
} as const

type Application = Route.ComponentProps['loaderData']['application']

/** One application, and the two possible decisions. */
export default function PartnerApplicationPage({ loaderData: { application }, actionData }: Route.ComponentProps) {
  const t = useText('partner')
  const { language } = useLanguage()
  const { status, company, earlier } = application
  const kinds = { SENT: 'warn', APPROVED: 'ok', REJECTED: 'bad', DRAFT: undefined } as const
  const names = { SENT: 'operator.waiting', APPROVED: 'operator.approved', REJECTED: 'operator.rejected' } as const
  return (
    <>
      <DeskHead
        title={application.company_name}
        text={status !== 'DRAFT' && <Tag kind={kinds[status]}>{t(names[status])}</Tag>}
      >
        {company !== null && (
          <a className="btn btn-s" href={pathIn(language, `/operator/companies/${company}`)}>
            {t('operator.company')}
          </a>
        )}
      </DeskHead>
      <div className="stack">
        <Details application={application} />
        <Documents documents={application.documents} />
        <Related related={application.related} />
        {earlier.length > 0 && (
          <Card id="earlier" title={t('operator.earlier')}>
            <ul className="list">
              {earlier.map(({ id, decided_at, reason }) => (
                <li key={id}>
                  <a href={pathIn(language, `${PATH}/${id}`)}>
                    {formatInstant(new Date(decided_at), HOME_ZONE, language, 'long')}: {reason}
                  </a>
                </li>
              ))}
            </ul>
          </Card>
        )}
        {status === 'SENT' && <Decide reply={actionData?.form} />}
      </div>
    </>
  )
}

function Details({ application }: { application: Application }) {
  const t = useText('partner')
  const { language } = useLanguage()
  const { person, sent_at, decided_at, decided_by, reason } = application
  const when = (at: string) => formatInstant(new Date(at), HOME_ZONE, language, 'long')
  const shown: [key: string, label: string, value: ReactNode][] = [
    ['latin', t('field.latin_name'), <bdi key="latin">{application.latin_name}</bdi>],
    ['legal', t('field.legal_name'), application.legal_name],
    ['id', t('field.legal_id'), <bdi key="id">{localDigits(application.legal_id ?? '', language)}</bdi>],
    ['contact', t('field.contact_name'), application.contact_name],
    [
      'person',
      t('operator.person'),
      <a key="person" href={pathIn(language, `/operator/people/${person.id}`)}>
        <bdi dir="ltr">{localDigits(formatPhone(person.phone), language)}</bdi>
      </a>,
    ],
    ['city', t('field.city'), application.city_name],
    [
      'place',
      t('field.place_name'),
      [application.place_kind && t(`place.${application.place_kind}`), application.place_name]
        .filter(Boolean)
        .join(' · '),
    ],
    ['address', t('field.address'), application.address],
    ['kinds', t('field.kinds'), application.kinds.map((kind) => t(`kind.${kind}`)).join(' · ')],
    ['vehicles', t('field.vehicles'), formatNumber(application.vehicles ?? 0, language)],
    [
      'bank',
      t('step.bank'),
      application.iban ? (
        <>
          {application.bank_holder} <bdi dir="ltr">{application.iban}</bdi>
        </>
      ) : (
        t('check.none')
      ),
    ],
    ['sent', t('operator.sent'), when(sent_at)],
    [
      'decided',
      t('operator.decided'),
      decided_at && t('operator.by', { when: when(decided_at), name: decided_by ?? '' }),
    ],
    ['reason', t('operator.reason'), reason],
  ]
  const facts = shown.flatMap(([key, label, value]) => (value ? [{ key, label, value }] : []))
  return (
    <Card id="details" title={t('step.company')}>
      <Facts facts={facts} />
    </Card>
  )
}

function Documents({ documents }: Pick<Application, 'documents'>) {
  const t = useText('partner')
  const { language } = useLanguage()
  return (
    <Card id="documents" title={t('step.documents')} className="stack stack-2">
      {documents.length === 0 ? (
        <p className="soft">{t('operator.noDocuments')}</p>
      ) : (
        <ul className="list">
          {documents.map(({ id, document, name, size }) => (
            <li key={id}>
              {t(`document.${document}`)}:{' '}
              <a href={pathIn(language, `${PATH}/documents/${id}`)}>
                <bdi>{name}</bdi>
              </a>{' '}
              <span className="sm mute">{t('operator.size', { n: Math.ceil(size / 1024) })}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="hint">{t('operator.documentsLogged')}</p>
    </Card>
  )
}

/** Other people's applications that look like the same partner's. */
function Related({ related }: Pick<Application, 'related'>) {
  const t = useText('partner')
  const { language } = useLanguage()
  return (['NUMBER', 'NAME'] as const).map((same) => {
    const ones = related.filter((one) => one.same === same)
    if (ones.length === 0) return null
    return (
      <Note key={same} kind="warn">
        {t(same === 'NUMBER' ? 'operator.sameNumber' : 'operator.sameName')}
        <ul className="list">
          {ones.map(({ id, company_name, phone }) => (
            <li key={id}>
              <a href={pathIn(language, `${PATH}/${id}`)}>{company_name}</a>{' '}
              <bdi dir="ltr">{localDigits(formatPhone(phone), language)}</bdi>
            </li>
          ))}
        </ul>
      </Note>
    )
  })
}

function Decide({ reply }: { reply?: FormReply | undefined }) {
  const t = useText('partner')
  const form = useReply('decide', { reply })
  return (
    <PostForm {...form.props} className="card stack" aria-labelledby="decide-title">
      <h2 id="decide-title">{t('operator.decide')}</h2>
      <ErrorSummary
        id="decide-errors"
        entries={form.summary({ reason: t('operator.reason'), commission_percent: t('operator.commission') })}
      />
      <p className="soft">{t('operator.approveHint')}</p>
      <TextField
        {...form.field('commission_percent')}
        label={t('operator.commission')}
        hint={t('operator.commissionHint')}
        inputMode="numeric"
        maxLength={3}
        optional
      />
      <TextArea
        {...form.field('reason')}
        label={t('operator.reason')}
        hint={t('operator.reasonHint')}
        maxLength={500}
        rows={3}
      />
      <div className="row">
        <SubmitButton name="decision" value="APPROVE">
          {t('operator.approve')}
        </SubmitButton>
        <SubmitButton name="decision" value="ASK" className="btn">
          {t('operator.ask')}
        </SubmitButton>
        <SubmitButton name="decision" value="REJECT" className="btn btn-bad">
          {t('operator.reject')}
        </SubmitButton>
      </div>
    </PostForm>
  )
}

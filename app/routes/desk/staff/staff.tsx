import type { RouterContextProvider } from 'react-router'
import { InvitationFields, RoleChange } from '#app/contract/company/staff/staff.ts'
import { RowId } from '#app/contract/shapes/shapes.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { phoneIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { COMPANY_ROLES } from '#app/rules/access/company-role.ts'
import { HOME_ZONE } from '#app/rules/constants.ts'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormReply, SubmitButton, useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { Select, SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/staff'

const PATH = '/desk/staff'

export const handle: PageHandle = {
  title: 'staff/title',
  description: 'staff/description',
  areas: ['staff'],
  noJs: true,
  query: [],
}

export async function loader({ context }: Route.LoaderArgs) {
  const { people, invitations } = await apiOf(context).company.staff.list({})
  return { people, invitations }
}

export async function action({ context, request }: Route.ActionArgs) {
  const fields = await request.formData()
  switch (fields.get('intent')) {
    case 'change':
      return change(context, fields)
    case 'withdraw':
      return withdraw(context, fields)
    default:
      return invite(context, fields)
  }
}

type Loaded = Route.ComponentProps['loaderData']

export default function Staff({ loaderData: { people, invitations }, actionData }: Route.ComponentProps) {
  const t = useText('staff')
  const desk = useText('desk')
  return (
    <>
      <h1 className="head">{t('title')}</h1>
      <div className="stack">
        <People people={people} reply={actionData?.form} />
        <Invite reply={actionData?.form} />
        {invitations.length > 0 && <Open invitations={invitations} />}
        <Card id="may" title={t('may.title')}>
          <dl className="stack stack-2">
            {COMPANY_ROLES.map((role) => (
              <div key={role}>
                <dt>
                  <b>{desk(`role.${role}`)}</b>
                </dt>
                <dd className="soft">{t(`may.${role}`)}</dd>
              </div>
            ))}
          </dl>
        </Card>
      </div>
    </>
  )
}

function useRoles() {
  const desk = useText('desk')
  return COMPANY_ROLES.map((role) => ({ value: role, label: desk(`role.${role}`) }))
}

function People({ people, reply }: { people: Loaded['people']; reply?: FormReply }) {
  const t = useText('staff')
  const { language } = useLanguage()
  const form = useReply('role', { reply })
  const roles = useRoles()
  return (
    <Card id="people" title={t('people')} className="stack">
      <ErrorSummary id="role-errors" entries={form.summary({})} />
      <ul className="stack">
        {people.map(({ id, name, phone, role, is_self, seen_at, sign_ins }) => {
          const shown = name ?? phoneIn(language, phone)
          return (
            <li key={id} className="row between">
              <div>
                <b>{shown}</b> {is_self && <span className="tag">{t('you')}</span>}
                <p className="sm soft">
                  {phoneIn(language, phone)}{' '}
                  {seen_at
                    ? t('seen', { when: formatInstant(new Date(seen_at), HOME_ZONE, language, 'weekday') })
                    : t('never')}
                </p>
                {sign_ins.length > 0 && (
                  <details className="sm">
                    <summary>
                      {t('signIns')}
                      <span className="vh"> {shown}</span>
                    </summary>
                    <ul>
                      {sign_ins.map(({ at, device }) => {
                        const when = formatInstant(new Date(at), HOME_ZONE, language, 'weekday')
                        return (
                          <li key={at}>{device ? t('signIn', { when, device: `\u2068${device}\u2069` }) : when}</li>
                        )
                      })}
                    </ul>
                  </details>
                )}
              </div>
              <div className="row row-s">
                <PostForm className="row row-s" aria-label={`${t('change')}: ${shown}`}>
                  <input type="hidden" name="id" value={id} />
                  <Select
                    id={`role-${id}`}
                    name="role"
                    defaultValue={role}
                    aria-label={`${t('role')}: ${shown}`}
                    options={roles}
                  />
                  <SubmitButton name="intent" value="change" className="btn btn-s">
                    {t('change')}
                  </SubmitButton>
                </PostForm>
                <a className="btn btn-s" href={pathIn(language, `${PATH}/${id}/remove`)}>
                  {t('remove')}
                  <span className="vh"> {shown}</span>
                </a>
              </div>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function Invite({ reply }: { reply?: FormReply }) {
  const t = useText('staff')
  const form = useReply('invite', { reply, initial: { role: 'DESK' } })
  const labels = { contact: t('contact'), role: t('role') }
  return (
    <PostForm {...form.props} className="card stack" aria-labelledby="invite-title">
      <h2 id="invite-title">{t('invite')}</h2>
      <ErrorSummary id="invite-errors" entries={form.summary(labels)} />
      <TextField {...form.field('contact')} label={labels.contact} hint={t('contactHint')} dir="ltr" maxLength={254} />
      <SelectField {...form.field('role')} label={labels.role} options={useRoles()} />
      <div>
        <SubmitButton name="intent" value="invite">
          {t('send')}
        </SubmitButton>
      </div>
    </PostForm>
  )
}

function Open({ invitations }: Pick<Loaded, 'invitations'>) {
  const t = useText('staff')
  const desk = useText('desk')
  const { language } = useLanguage()
  return (
    <Card id="open" title={t('open')}>
      <ul className="stack">
        {invitations.map(({ id, contact, role, expires_at }) => (
          <li key={id} className="row between">
            <div>
              <bdi dir="ltr">{contact}</bdi>
              <p className="sm soft">
                {t('until', {
                  role: desk(`role.${role}`),
                  when: formatInstant(new Date(expires_at), HOME_ZONE, language, 'weekday'),
                })}
              </p>
            </div>
            <PostForm>
              <input type="hidden" name="id" value={id} />
              <SubmitButton name="intent" value="withdraw" className="btn btn-s">
                {t('withdraw')}
                <span className="vh"> {contact}</span>
              </SubmitButton>
            </PostForm>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type Context = Readonly<RouterContextProvider>
const textsOf = (context: Context) => textFor(context.get(siteContext).language, 'staff')

async function invite(context: Context, fields: FormData) {
  return answerForm({ context, request: fields }, InvitationFields, async (invited) => {
    await apiOf(context).company.staff.invite(invited)
    return { to: PATH, said: textsOf(context)('done.invite') }
  })
}

async function change(context: Context, fields: FormData) {
  return answerForm({ context, request: fields }, RoleChange, async (changed) => {
    await apiOf(context).company.staff.change(changed)
    return { to: PATH, said: textsOf(context)('done.change') }
  })
}

async function withdraw(context: Context, fields: FormData) {
  const id = RowId.safeParse(fields.get('id'))
  if (id.success) await apiOf(context).company.staff.withdrawInvitation({ id: id.data })
  return goOn(context, PATH, textsOf(context)('done.withdraw'))
}
